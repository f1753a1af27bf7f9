package medic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

public final class PartBufferSinkTask extends SinkTask {
  private static final class OpenFile {
    final ByteBuffer part;
    final long startOffset;
    int records;

    OpenFile(int partSize, long startOffset) {
      part = ByteBuffer.allocate(partSize); // eager, on the heap, as S3OutputStream does
      this.startOffset = startOffset;
    }
  }

  private final Map<TopicPartition, OpenFile> open = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> committable = new HashMap<>();
  private int partSize;
  private int flushSize;
  private Path outDir;

  @Override
  public void start(Map<String, String> props) {
    AbstractConfig config = new AbstractConfig(PartBufferSinkConnector.CONFIG, props);
    partSize = config.getInt("part.size");
    flushSize = config.getInt("flush.size");
    outDir = Path.of(config.getString("out.dir"));
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    for (SinkRecord record : records) {
      TopicPartition partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
      OpenFile file = open.get(partition);
      if (file == null) open.put(partition, file = new OpenFile(partSize, record.kafkaOffset()));
      file.part.put((record.kafkaOffset() + " " + record.value() + "\n").getBytes(UTF_8));
      if (++file.records >= flushSize) {
        write(partition, file);
        open.remove(partition);
        committable.put(partition, new OffsetAndMetadata(record.kafkaOffset() + 1));
      }
    }
  }

  /** The name holds the start offset, so a file written twice is the same file: exactly once, as with S3. */
  private void write(TopicPartition partition, OpenFile file) {
    try {
      Files.createDirectories(outDir);
      Files.write(
          outDir.resolve(partition.topic() + "+" + partition.partition() + "+" + file.startOffset),
          Arrays.copyOf(file.part.array(), file.part.position()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> consumed) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(committable);
    committable.clear();
    return offsets;
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    open.keySet().removeAll(partitions);
    committable.keySet().removeAll(partitions);
  }

  @Override
  public void stop() {}

  @Override
  public String version() {
    return "1";
  }
}
