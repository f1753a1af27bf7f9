package medic;

import java.io.IOException;
import java.util.Arrays;

/**
 * Runs another class's main, and ends the JVM when standard input closes: that happens however the test run ends, even by
 * SIGKILL, so no broker or worker outlives it.
 */
public final class Tethered {
  public static void main(String[] args) throws ReflectiveOperationException {
    Thread tether = new Thread(Tethered::awaitEnd, "tether");
    tether.setDaemon(true);
    tether.start();
    Object mainArgs = Arrays.copyOfRange(args, 1, args.length);
    Class.forName(args[0]).getMethod("main", String[].class).invoke(null, mainArgs);
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      // a broken pipe is an end too
    }
    Runtime.getRuntime().halt(1);
  }
}
