/** One of a list, the same for the same number; neighbours differ. */
export function pick<const List extends readonly [unknown, ...unknown[]]>(list: List, number: number): List[number] {
  return list[(number * 7 + Math.floor(number / list.length)) % list.length];
}

const CLIENTS = ["203.0.113.24", "198.51.100.7", "203.0.113.180", "192.0.2.61", "2001:db8::8:24"] as const;

const BROWSERS = [
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  "curl/8.11.1",
  "Mozilla/5.0 (compatible; ExampleCrawler/2.1; +https://crawler.example.com/about)",
] as const;

/** What is asked for, with the status and the bytes of the answer. */
const REQUESTS = [
  ["GET / HTTP/2.0", 200, 5_316],
  ["GET /assets/app.js?v=8 HTTP/2.0", 200, 48_210],
  ["GET /products?page=2&sort=<price> HTTP/2.0", 200, 17_042],
  ["GET /old-page HTTP/1.1", 301, 162],
  ["POST /api/orders HTTP/2.0", 201, 318],
  ["GET /favicon.ico HTTP/2.0", 304, 0],
  ["GET /wp-login.php HTTP/1.1", 404, 548],
  ["GET /api/cart HTTP/2.0", 502, 552],
  ["GET /images/hero.webp HTTP/2.0", 200, 88_410],
  ["GET /admin/ HTTP/1.1", 403, 548],
] as const;

/** A line of an access log in the combined format; the same for the same number and time. */
function accessLine(site: string, number: number, at: number): string {
  const [request, status, bytes] = pick(REQUESTS, number);
  const from = request.startsWith("GET /assets") ? `https://${site}/` : "-";
  return `${pick(CLIENTS, number)} - - [${accessTime(at)}] "${request}" ${status} ${bytes} "${from}" "${pick(BROWSERS, number)}"`;
}

/** A line of an error log as nginx writes it. */
function errorLine(site: string, number: number, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll("-", "/").replace("T", " ");
  const client = pick(CLIENTS, number);
  const [level, said] = pick(
    [
      [
        "error",
        `connect() failed (111: Connection refused) while connecting to upstream, client: ${client}, server: ${site}, request: "GET /api/cart HTTP/2.0", upstream: "http://127.0.0.1:18080/api/cart", host: "${site}"`,
      ],
      [
        "error",
        `open() "/www/wwwroot/${site}/wp-login.php" failed (2: No such file or directory), client: ${client}, server: ${site}, request: "GET /wp-login.php HTTP/1.1", host: "${site}"`,
      ],
      [
        "warn",
        `an upstream response is buffered to a temporary file /www/server/nginx/proxy_temp/3/07/0000000073 while reading upstream, client: ${client}, server: ${site}`,
      ],
      [
        "crit",
        `SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking, client: ${client}, server: 0.0.0.0:443`,
      ],
    ] as const,
    number,
  );
  return `${time} [${level}] 1843#1843: *${5_100 + number} ${said}`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Such as `22/Nov/2026:05:12:03 +0000`. */
function accessTime(at: number): string {
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, "0");
  return `${day}/${MONTHS[date.getUTCMonth()] ?? ""}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
}

/** What web servers write about a site. */
export const webLines = { access: accessLine, error: errorLine };

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

/** A line of what runs in a container of an image, the same for the same number and time. */
export function containerLine(
  { name, image }: { readonly name: string; readonly image: string },
  number: number,
  at: number,
): string {
  const time = new Date(at).toISOString();
  switch (image.split(":")[0] ?? "") {
    case "nginx":
      return webLines.access(`${name}.example.com`, number, at);
    case "postgres":
      return `${time.slice(0, 23).replace("T", " ")} UTC [${60 + (number % 9)}] ${pick(
        [
          "LOG:  checkpoint starting: time",
          `LOG:  checkpoint complete: wrote ${30 + number} buffers (0.2%); sync=0.004 s, total=3.112 s`,
          `LOG:  duration: ${800 + number}.214 ms  statement: SELECT * FROM orders WHERE state = 'open'`,
          'ERROR:  duplicate key value violates unique constraint "customers_email_key"',
        ],
        number,
      )}`;
    case "redis":
      return `1:M ${time.slice(0, 19).replace("T", " ")} * ${pick(["Background saving started by pid 84", "DB saved on disk", "100 changes in 300 seconds. Saving..."], number)}`;
    default:
      return `${time} ${pick(["INFO  copying /data to the backup", "INFO  42 files are unchanged", "WARN  1 file changed while it was read"], number)}`;
  }
}
