package medic;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** A sink that takes heap as the Confluent S3 sink does: one whole part buffer per open file. */
public final class PartBufferSinkConnector extends SinkConnector {
  static final ConfigDef CONFIG =
      new ConfigDef()
          .define("part.size", Type.INT, 26_214_400, Importance.HIGH, "bytes of one part buffer")
          .define("flush.size", Type.INT, 1000, Importance.HIGH, "records in one file")
          .define("out.dir", Type.STRING, Importance.HIGH, "where files go, named topic+partition+startOffset");

  private Map<String, String> props;

  @Override
  public void start(Map<String, String> props) {
    this.props = props;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return PartBufferSinkTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return Collections.nCopies(maxTasks, props);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return CONFIG;
  }

  @Override
  public String version() {
    return "1";
  }
}
