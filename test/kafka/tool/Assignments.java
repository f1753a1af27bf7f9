package medic;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/** Kafka's own assignors, asked as a consumer group asks them when all members join. Members read the same topics. */
final class Assignments {
  /** What members own after a rebalance, given what they owned before it. */
  private interface Rebalance {
    Map<String, List<TopicPartition>> of(Map<String, List<TopicPartition>> owned);
  }

  /**
   * Query: the class of the `assignor`, `members` (`a,b`), `topics` (`name:partitions,…`).
   * Answers with a line for each member: its id and its partitions (`a topic-0 topic-1`).
   */
  static String answer(Map<String, String> query) throws ReflectiveOperationException {
    Map<String, Integer> topics = new TreeMap<>();
    for (String topic : list(query.get("topics"))) {
      String[] parts = topic.split(":");
      topics.put(parts[0], Integer.valueOf(parts[1]));
    }
    Class<?> assignor = Class.forName(query.get("assignor"));
    List<String> members = list(query.get("members"));
    Rebalance rebalance =
        ConsumerPartitionAssignor.class.isAssignableFrom(assignor)
            ? byClients(assignor, members, topics)
            : byBrokers(assignor, topics);
    Map<String, List<TopicPartition>> owned = new TreeMap<>();
    for (String member : members) owned.put(member, List.of());
    return new TreeMap<>(rebalance.of(owned)).entrySet().stream().map(Assignments::line).collect(joining("\n"));
  }

  /** Each member has an assignor of its own, which may remember. */
  private static Rebalance byClients(Class<?> type, List<String> members, Map<String, Integer> topics)
      throws ReflectiveOperationException {
    Map<String, ConsumerPartitionAssignor> assignors = new TreeMap<>();
    for (String member : members) assignors.put(member, (ConsumerPartitionAssignor) create(type));
    Node node = new Node(1, "localhost", 9092);
    List<PartitionInfo> partitions = new ArrayList<>();
    topics.forEach(
        (topic, count) -> {
          for (int i = 0; i < count; i++) {
            partitions.add(new PartitionInfo(topic, i, node, new Node[] {node}, new Node[] {node}));
          }
        });
    Cluster cluster = new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    int[] generation = {0};
    return owned -> {
      Map<String, Subscription> subscriptions = new TreeMap<>();
      owned.forEach(
          (member, own) -> {
            ConsumerPartitionAssignor assignor = assignors.get(member);
            // an eager consumer gives everything up before it joins again
            boolean keeps = assignor.supportedProtocols().contains(RebalanceProtocol.COOPERATIVE);
            subscriptions.put(
                member,
                new Subscription(
                    List.copyOf(topics.keySet()),
                    assignor.subscriptionUserData(topics.keySet()),
                    keeps ? own : List.of(),
                    generation[0],
                    Optional.empty()));
          });
      generation[0]++;
      Map<String, Assignment> assigned =
          assignors
              .get(owned.keySet().iterator().next())
              .assign(cluster, new GroupSubscription(subscriptions))
              .groupAssignment();
      assigned.forEach(
          (member, assignment) -> {
            @SuppressWarnings("removal") // its successor is an internal class
            ConsumerGroupMetadata group =
                new ConsumerGroupMetadata("group", generation[0], member, Optional.empty());
            assignors.get(member).onAssignment(assignment, group);
          });
      return map(assigned, Assignment::partitions);
    };
  }

  /** `group.protocol=consumer`: brokers know topics by id. */
  private static Rebalance byBrokers(Class<?> type, Map<String, Integer> topics) throws ReflectiveOperationException {
    ConsumerGroupPartitionAssignor assignor = (ConsumerGroupPartitionAssignor) create(type);
    Map<Uuid, String> names = topics.keySet().stream().collect(toMap(topic -> Uuid.randomUuid(), topic -> topic));
    SubscribedTopicDescriber describer =
        new SubscribedTopicDescriber() {
          @Override
          public int numPartitions(Uuid topic) {
            return topics.get(names.get(topic));
          }

          @Override
          public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
          }
        };
    return owned ->
        map(
            assignor.assign(group(owned, names), describer).members(),
            assignment -> {
              List<TopicPartition> own = new ArrayList<>();
              assignment
                  .partitions()
                  .forEach((topic, ids) -> ids.forEach(id -> own.add(new TopicPartition(names.get(topic), id))));
              return own;
            });
  }

  private static GroupSpec group(Map<String, List<TopicPartition>> owned, Map<Uuid, String> names) {
    return new GroupSpec() {
      @Override
      public Collection<String> memberIds() {
        return owned.keySet();
      }

      @Override
      public SubscriptionType subscriptionType() {
        return SubscriptionType.HOMOGENEOUS;
      }

      @Override
      public boolean isPartitionAssigned(Uuid topic, int partition) {
        TopicPartition wanted = new TopicPartition(names.get(topic), partition);
        return owned.values().stream().anyMatch(own -> own.contains(wanted));
      }

      @Override
      public boolean isPartitionAssignable(Uuid topic, int partition) {
        return true;
      }

      @Override
      public MemberSubscription memberSubscription(String member) {
        return new MemberSubscription() {
          @Override
          public Optional<String> rackId() {
            return Optional.empty();
          }

          @Override
          public Optional<String> instanceId() {
            return Optional.empty();
          }

          @Override
          public Set<Uuid> subscribedTopicIds() {
            return names.keySet();
          }
        };
      }

      @Override
      public MemberAssignment memberAssignment(String member) {
        return () -> {
          Map<Uuid, Set<Integer>> partitions = new HashMap<>();
          names.forEach(
              (id, name) -> {
                Set<Integer> own =
                    owned.get(member).stream()
                        .filter(partition -> partition.topic().equals(name))
                        .map(TopicPartition::partition)
                        .collect(toSet());
                if (!own.isEmpty()) partitions.put(id, own);
              });
          return Collections.unmodifiableMap(partitions); // the assignor insists
        };
      }
    };
  }

  private static Object create(Class<?> type) throws ReflectiveOperationException {
    return type.getDeclaredConstructor().newInstance();
  }

  private static <K, V, W> Map<K, W> map(Map<K, V> map, Function<V, W> value) {
    return map.entrySet().stream().collect(toMap(Map.Entry::getKey, entry -> value.apply(entry.getValue())));
  }

  private static String line(Map.Entry<String, List<TopicPartition>> owned) {
    return owned.getKey() + owned.getValue().stream().map(partition -> " " + partition).collect(joining());
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",")).filter(item -> !item.isEmpty()).toList();
  }
}
