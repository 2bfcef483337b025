import java.nio.file.Files;
import java.nio.file.Path;

/** Listens on the port that it is given. The file `behavior` beside it says after how many milliseconds, and when it ends. */
public class Program {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    String[] behavior = Files.readString(Path.of(arguments[1])).trim().split(" ");
    Thread.sleep(Long.parseLong(behavior[0]));
    var server = new java.net.ServerSocket(port);
    System.out.println("Started on port " + port);
    long endsAfter = Long.parseLong(behavior[1]);
    if (endsAfter > 0) {
      Thread.sleep(endsAfter);
      throw new IllegalStateException("It ends");
    }
    for (;;) server.accept().close();
  }
}
