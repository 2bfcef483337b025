import { pick } from "./pick.ts";

/** Who writes: its process and the ports that it listens on. */
interface JavaWriter {
  readonly pid: number;
  readonly ports: readonly number[];
}

/** What Spring Boot writes while it starts, up to the line that says so. */
function javaStart({ pid, ports }: JavaWriter, at: number): readonly string[] {
  const main = lineOf(pid, "main");
  const listening = ports.map((port) =>
    main("INFO", "o.s.b.w.embedded.tomcat.TomcatWebServer", at + 1_900, `Tomcat started on port ${port} (http)`),
  );
  return [
    main("INFO", "com.example.Application", at, `Starting Application using Java 21.0.4 with PID ${pid}`),
    main("INFO", "com.example.Application", at + 20, 'The following 1 profile is active: "prod"'),
    main("WARN", "com.example.Application", at + 900, 'option "cache" <none> is not set & off'),
    main("INFO", "com.zaxxer.hikari.HikariDataSource", at + 1_400, "HikariPool-1 - Start completed."),
    ...listening,
    main("INFO", "com.example.Application", at + 2_200, "Started Application in 2.2 seconds (process running for 2.6)"),
  ];
}

/** What an application writes at work: a line, or an exception with its trace, the same for the same number and time. */
function javaWork({ pid }: JavaWriter, number: number, at: number): readonly string[] {
  const worker = lineOf(pid, `nio-exec-${(number % 8) + 1}`);
  const service = "com.example.orders.OrderService";
  if (number % 13 === 12)
    return [
      worker("ERROR", service, at, `Order ${10_400 + number} failed`),
      "com.example.orders.PaymentException: Payment service did not answer within 3000 ms",
      "\tat com.example.orders.PaymentClient.charge(PaymentClient.java:87)",
      "\tat com.example.orders.OrderService.place(OrderService.java:142)",
      "\tat java.base/java.lang.Thread.run(Thread.java:1583)",
      "Caused by: java.net.SocketTimeoutException: Read timed out",
      "\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)",
      "\t... 24 common frames omitted",
    ];
  if (number % 7 === 6)
    return [worker("WARN", "com.zaxxer.hikari.pool.HikariPool", at, "HikariPool-1 - Connection is slow: 812 ms")];
  const said = pick(
    [
      `Order ${10_400 + number} accepted in ${20 + (number % 9) * 7} ms`,
      `Stock of article ${300 + (number % 40)} is ${number % 17}`,
      `Mail to customer ${7_000 + number} queued`,
    ],
    number,
  );
  return [worker("INFO", service, at, said)];
}

function lineOf(pid: number, thread: string) {
  return (level: string, logger: string, at: number, said: string) =>
    `${new Date(at).toISOString()} ${level.padStart(5)} ${pid} --- [${thread}] ${logger} : ${said}`;
}

/** What an application writes. */
export const javaLines = { start: javaStart, work: javaWork };
