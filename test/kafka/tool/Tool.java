package medic;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.runtime.distributed.Placements;

/**
 * Kafka's own clients behind a few HTTP calls, so that tests in several processes share one JVM.
 * Arguments: bootstrap servers, port.
 */
public final class Tool {
  private interface Call {
    String answer(Map<String, String> query) throws Exception;
  }

  private final Admin admin;
  private final Producer<String, String> producer;

  private Tool(String bootstrap) {
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrap);
    admin = Admin.create(config);
    producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
  }

  public static void main(String[] args) throws IOException {
    Tool tool = new Tool(args[0]);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
    // else each answer, written in two pieces, waits 40 ms for an acknowledgement
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server = HttpServer.create(address, 0);
    serve(server, "/health", query -> "ok");
    serve(server, "/topics", tool::createTopics);
    serve(server, "/records", tool::produce);
    serve(server, "/assignment", Assignments::answer);
    serve(server, "/placement", Placements::answer);
    server.start();
  }

  /** `name` may be several: `a,b`. */
  private String createTopics(Map<String, String> query) throws Exception {
    Optional<Integer> partitions = Optional.of(Integer.valueOf(query.get("partitions")));
    List<NewTopic> topics = new ArrayList<>();
    for (String name : query.get("name").split(",")) topics.add(new NewTopic(name, partitions, Optional.empty()));
    admin.createTopics(topics).all().get();
    return query.get("name");
  }

  /**
   * Writes `count` records of at least so many `bytes` to each `partition` of each `topic`, which may be several: `a,b`.
   * Answers with the offset after the last record written.
   */
  private String produce(Map<String, String> query) throws Exception {
    int count = Integer.parseInt(query.get("count"));
    String padding = "x".repeat(Integer.parseInt(query.getOrDefault("bytes", "0")));
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (String topic : query.get("topic").split(",")) {
      for (String partition : query.get("partition").split(",")) {
        for (int i = 0; i < count; i++) {
          String value = "record " + i + padding;
          sent.add(producer.send(new ProducerRecord<>(topic, Integer.valueOf(partition), null, value)));
        }
      }
    }
    producer.flush();
    long end = 0;
    for (Future<RecordMetadata> record : sent) end = record.get().offset() + 1;
    return Long.toString(end);
  }

  private static void serve(HttpServer server, String path, Call call) {
    server.createContext(
        path,
        exchange -> {
          try {
            answer(exchange, 200, call.answer(query(exchange)));
          } catch (Exception e) {
            answer(exchange, 500, e.toString());
          }
        });
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> query = new HashMap<>();
    String raw = exchange.getRequestURI().getRawQuery();
    if (raw == null) return query;
    for (String pair : raw.split("&")) {
      String[] parts = pair.split("=", 2);
      query.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[1], UTF_8));
    }
    return query;
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }
}
