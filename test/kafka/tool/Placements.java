// the method that places is visible in its package only
package org.apache.kafka.connect.runtime.distributed;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.connect.runtime.TargetState;
import org.apache.kafka.connect.runtime.distributed.WorkerCoordinator.ConnectorsAndTasks;
import org.apache.kafka.connect.storage.ClusterConfigState;
import org.apache.kafka.connect.util.ConnectorTaskId;

/** Kafka Connect's own assignor of tasks to workers, asked again until it moves nothing more. */
public final class Placements {
  /**
   * Query: `connectors` (`name:tasks,…`) and `workers`, each with what it runs (`a|sink:0|sink:1,b`), sorted. Answers with a
   * line for each worker: its name and its tasks (`a sink-0 sink-1`).
   */
  public static String answer(Map<String, String> query) {
    Map<String, Integer> connectors = new TreeMap<>();
    for (String connector : list(query.get("connectors"), ",")) {
      List<String> parts = list(connector, ":");
      connectors.put(parts.get(0), Integer.valueOf(parts.get(1)));
    }
    Map<String, List<ConnectorTaskId>> running = new LinkedHashMap<>();
    for (String worker : list(query.get("workers"), ",")) {
      List<String> parts = list(worker, "\\|");
      running.put(parts.get(0), new ArrayList<>(parts.stream().skip(1).map(Placements::task).toList()));
    }

    // without a delay, what has no worker and what is revoked are placed in the next rounds
    IncrementalCooperativeAssignor assignor = new IncrementalCooperativeAssignor(new LogContext(), Time.SYSTEM, 0);
    ClusterConfigState config = config(connectors);
    for (int generation = 0; rebalance(assignor, config, generation, running); generation++) {}
    return running.entrySet().stream()
        .map(worker -> worker.getKey() + worker.getValue().stream().map(task -> " " + task).collect(joining()))
        .collect(joining("\n"));
  }

  /** Whether anything was started or stopped. */
  private static boolean rebalance(
      IncrementalCooperativeAssignor assignor,
      ClusterConfigState config,
      int generation,
      Map<String, List<ConnectorTaskId>> running) {
    Map<String, ConnectorsAndTasks> members = new LinkedHashMap<>();
    running.forEach(
        (worker, tasks) -> members.put(worker, new ConnectorsAndTasks.Builder().with(List.of(), tasks).build()));
    var assigned = assignor.performTaskAssignment(config, generation - 1, generation, members);
    boolean moved = false;
    for (var worker : running.entrySet()) {
      moved |= worker.getValue().removeAll(assigned.newlyRevokedTasks(worker.getKey()));
      moved |= worker.getValue().addAll(assigned.newlyAssignedTasks(worker.getKey()));
    }
    return moved;
  }

  private static ClusterConfigState config(Map<String, Integer> connectors) {
    Map<String, Map<String, String>> configs = connectors.keySet().stream().collect(toMap(name -> name, name -> Map.of()));
    Map<String, TargetState> states =
        connectors.keySet().stream().collect(toMap(name -> name, name -> TargetState.STARTED));
    return new ClusterConfigState(
        1, null, connectors, configs, states, Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Set.of());
  }

  private static ConnectorTaskId task(String text) {
    List<String> parts = list(text, ":");
    return new ConnectorTaskId(parts.get(0), Integer.parseInt(parts.get(1)));
  }

  private static List<String> list(String text, String separator) {
    return Arrays.stream(text.split(separator)).filter(item -> !item.isEmpty()).toList();
  }
}
