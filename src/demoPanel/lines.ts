/** Picks one of a list, the same for the same number; neighbours differ. */
function pick<const List extends readonly [unknown, ...unknown[]]>(list: List, number: number): List[number] {
  return list[(number * 7 + Math.floor(number / list.length)) % list.length];
}

const CLIENTS = ["203.0.113.24", "198.51.100.7", "203.0.113.180", "192.0.2.61", "2001:db8::8:24"] as const;

const BROWSERS = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  "curl/8.11.1",
] as const;

/** Requests with the status and the bytes of the answer. */
const REQUESTS = [
  ["GET / HTTP/2.0", 200, 5_316],
  ["GET /assets/app.js?v=8 HTTP/2.0", 200, 48_210],
  ["GET /products?page=2&sort=<price> HTTP/2.0", 200, 17_042],
  ["GET /old-page HTTP/1.1", 301, 162],
  ["POST /api/orders HTTP/2.0", 201, 318],
  ["GET /favicon.ico HTTP/2.0", 304, 0],
  ["GET /wp-login.php HTTP/1.1", 404, 548],
  ["GET /api/cart HTTP/2.0", 502, 552],
] as const;

/** Writes a line of an access log in the combined format; the same for the same number and time. */
function accessLine(site: string, number: number, time: number): string {
  const [request, status, bytes] = pick(REQUESTS, number);
  const from = request.startsWith("GET /assets") ? `https://${site}/` : "-";
  return `${pick(CLIENTS, number)} - - [${accessTime(time)}] "${request}" ${status} ${bytes} "${from}" "${pick(BROWSERS, number)}"`;
}

/** Writes a line of an error log as nginx does. */
function errorLine(site: string, number: number, time: number): string {
  const clock = new Date(time).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");
  const request = `client: ${pick(CLIENTS, number)}, server: ${site}, request:`;
  const message = pick(
    [
      `[error] 1843#1843: connect() failed (111: Connection refused) while connecting to upstream, ${request} "GET /api/cart HTTP/2.0"`,
      `[error] 1843#1843: open() "/www/wwwroot/${site}/wp-login.php" failed (2: No such file or directory), ${request} "GET /wp-login.php HTTP/1.1"`,
      `[warn] 1843#1843: an upstream response is buffered to a temporary file while reading upstream, ${request} "GET /images/hero.webp HTTP/2.0"`,
    ],
    number,
  );
  return `${clock} ${message}`;
}

/** Writes the lines of an error log about a page whose program ends with an exception: PHP's own words, in nginx's log. */
function brokenPageLines(site: string, { path, line }: BrokenPage, time: number): readonly string[] {
  const clock = new Date(time).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");
  return [
    `${clock} [error] 1843#1843: *${Math.floor(time / 1_000) % 100_000} FastCGI sent in stderr: "PHP message: PHP Fatal error:  Uncaught Exception in ${path}:${line}`,
    "Stack trace:",
    "#0 {main}",
    `  thrown in ${path} on line ${line}" while reading response header from upstream, client: ${pick(CLIENTS, Math.floor(time / 1_000))}, server: ${site}, request: "GET / HTTP/2.0", upstream: "fastcgi://unix:/tmp/php-cgi-82.sock:", host: "${site}"`,
  ];
}

/** A page of PHP, and the line of it that throws. */
interface BrokenPage {
  readonly path: string;
  readonly line: number;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Formats a time such as `22/Nov/2026:05:12:03 +0000`. */
function accessTime(time: number): string {
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, "0");
  return `${day}/${MONTHS[date.getUTCMonth()] ?? ""}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
}

/** The web server's lines about a site. */
export const webLines = { access: accessLine, error: errorLine, brokenPage: brokenPageLines };

/** The process that writes, and its ports. */
interface JavaWriter {
  readonly pid: number;
  readonly ports: readonly number[];
}

/** Writes the start of a Spring Boot application, up to the line that reports it. */
function javaStart({ pid, ports }: JavaWriter, time: number): readonly string[] {
  const line = lineOf(pid, "main");
  const listening = ports.map((port) =>
    line("INFO", "o.s.b.w.embedded.tomcat.TomcatWebServer", time + 1_900, `Tomcat started on port ${port} (http)`),
  );
  return [
    line("INFO", "com.example.Application", time, `Starting Application using Java 21.0.4 with PID ${pid}`),
    line("WARN", "com.example.Application", time + 900, 'option "cache" <none> is not set & off'),
    line("INFO", "com.zaxxer.hikari.HikariDataSource", time + 1_400, "HikariPool-1 - Start completed."),
    ...listening,
    line(
      "INFO",
      "com.example.Application",
      time + 2_200,
      "Started Application in 2.2 seconds (process running for 2.6)",
    ),
  ];
}

/** Writes a line of a busy application, or an exception with its trace; the same for the same number and time. */
function javaWork({ pid }: JavaWriter, number: number, time: number): readonly string[] {
  const line = lineOf(pid, `nio-exec-${(number % 8) + 1}`);
  const service = "com.example.orders.OrderService";
  if (number % 13 === 12)
    return [
      line("ERROR", service, time, `Order ${10_400 + number} failed`),
      "com.example.orders.PaymentException: Payment service did not answer within 3000 ms",
      "\tat com.example.orders.PaymentClient.charge(PaymentClient.java:87)",
      "\tat com.example.orders.OrderService.place(OrderService.java:142)",
      "\tat java.base/java.lang.Thread.run(Thread.java:1583)",
      "Caused by: java.net.SocketTimeoutException: Read timed out",
      "\t... 24 common frames omitted",
    ];
  if (number % 7 === 6)
    return [line("WARN", "com.zaxxer.hikari.pool.HikariPool", time, "HikariPool-1 - Connection is slow: 812 ms")];
  const message = pick(
    [`Order ${10_400 + number} accepted in ${20 + (number % 9) * 7} ms`, `Mail to customer ${7_000 + number} queued`],
    number,
  );
  return [line("INFO", service, time, message)];
}

function lineOf(pid: number, thread: string) {
  return (level: string, logger: string, time: number, message: string) =>
    `${new Date(time).toISOString()} ${level.padStart(5)} ${pid} --- [${thread}] ${logger} : ${message}`;
}

/** The lines of a Java application. */
export const javaLines = { start: javaStart, work: javaWork };

/** Writes a line of a container's program, the same for the same number and time. */
export function containerLine(
  { name, image }: { readonly name: string; readonly image: string },
  number: number,
  time: number,
): string {
  const clock = new Date(time).toISOString();
  switch (image.split(":")[0] ?? "") {
    case "nginx":
      return webLines.access(`${name}.example.com`, number, time);
    case "postgres":
      return `${clock.slice(0, 23).replace("T", " ")} UTC [61] ${pick(
        [
          `LOG:  checkpoint complete: wrote ${30 + number} buffers (0.2%); sync=0.004 s, total=3.112 s`,
          `LOG:  duration: ${800 + number}.214 ms  statement: SELECT * FROM orders WHERE state = 'open'`,
          'ERROR:  duplicate key value violates unique constraint "customers_email_key"',
        ],
        number,
      )}`;
    case "redis":
      return `1:M ${clock.slice(0, 19).replace("T", " ")} * ${pick(["DB saved on disk", "100 changes in 300 seconds. Saving..."], number)}`;
    default:
      return `${clock} ${pick(["INFO  copying /data to the backup", "WARN  1 file changed while it was read"], number)}`;
  }
}
