/** What loggers, web servers and process managers write: levels, formats and times are each one's own. */
export const sampleLogs: Readonly<Record<string, readonly string[]>> = {
  OpenLiteSpeed: [
    "2026-11-27 10:11:12.123456 [INFO] [4021] [T0] [203.0.113.7:51234#APVH_shop.example.com] File not found [/www/wwwroot/shop.example.com/favicon.ico]",
    "2026-11-27 10:11:13.000001 [NOTICE] [4021] [T0] [203.0.113.7:51240#APVH_shop.example.com:lsapi] [STDERR] PHP Fatal error:  Uncaught Error: Call to undefined function total() in /www/wwwroot/shop.example.com/index.php:3",
    "2026-11-27 10:11:15.000001 [ERROR] [4021] [T0] [203.0.113.9:51242#APVH_shop.example.com] [lsphp] Connection to backend refused",
    "2026-11-27 10:11:16.000001 [ERROR] [4021] [T0] [203.0.113.9:51243#APVH_shop.example.com] [lsphp] Connection to backend refused",
  ],
  logrus: [
    'time="2026-11-27T10:11:12+08:00" level=info msg="listening on :8080"',
    ...["20", "21", "22"].map(
      (second) =>
        `time="2026-11-27T10:11:${second}+08:00" level=error msg="dial tcp 127.0.0.1:3306: connect: connection refused"`,
    ),
  ],
  zap: [
    '{"level":"info","ts":1795745470.1,"caller":"api/main.go:20","msg":"listening"}',
    ...["2.123", "3.123", "4.123"].map(
      (second) => `{"level":"error","ts":179574547${second},"caller":"api/main.go:41","msg":"query failed"}`,
    ),
  ],
  pino: ["30", "50", "60", "50"].map(
    (level, second) =>
      `{"level":${level},"time":179574547${second}123,"pid":7,"hostname":"web-1","msg":"query failed"}`,
  ),
  gin: ["1", "2", "3", "4"].map(
    (second) => `[GIN] 2026/11/27 - 10:11:1${second} | 500 |     1.2ms |     203.0.113.7 | GET      "/api"`,
  ),
  logback: ["120", "118", "131"].map(
    (count) => `2026-11-27 10:11:12.001  INFO 7 --- [scheduling-1] c.e.job.SyncJob : finished. ok: ${count}, Error: 0`,
  ),
  "Monolog behind nginx": ["2", "3", "4", "5"].map(
    (number) =>
      `2026/11/27 10:11:1${number} [error] 6626#6626: *30911${number} FastCGI sent in stderr: "PHP message: [2026-11-27 02:11:1${number}] SHOP.INFO: order stored {"id":1${number}} []" while reading response header from upstream, client: 192.0.2.1${number}, server: shop.example.com`,
  ),
  pm2: [
    "2026-11-27T10:11:02: listening on 3000",
    "2026-11-27T10:11:12: GET /api 200",
    ...[1, 2, 3, 4].flatMap(() => [
      "Error: connect ECONNREFUSED 127.0.0.1:3306",
      "    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1300:16)",
    ]),
    "2026-11-27T10:11:30: GET / 200",
  ],
  "a program of no known logger": [
    "启动完成",
    "!! all is lost !!",
    "",
    "panic: nil",
    "\tgoroutine 1",
    "Ошибка: нет базы",
  ],
};
