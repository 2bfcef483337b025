import { pick } from "./pick.ts";

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
