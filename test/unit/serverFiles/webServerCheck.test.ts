import assert from "node:assert/strict";
import { checkWebServer } from "../../../src/serverFiles/webServerCheck.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { refusalText } from "../../../src/wire/answers/refusalText.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";

const NGINX =
  "执行失败，nginx配置文件错误：<br>nginx version: nginx/1.24.0<br>nginx: [emerg] unknown directive &quot;liste&quot; in /www/server/panel/vhost/nginx/a.conf:12<br>nginx: configuration file /www/server/nginx/conf/nginx.conf test failed";
const APACHE =
  "Apache rule configuration error: <br><a style='color:red;'>AH00526: Syntax error on line 5 of /www/server/apache/conf/extra/a.conf:<br>Invalid command 'Foo'</a>";

/** What nginx from 1.25 on says of each website before the error that decides. */
const warned = (count: number) =>
  `Nginx配置规则错误: <br><a style='color:red;'>nginx version: nginx/1.26.1<br><br>${Array.from(
    { length: count },
    (_, number) =>
      `nginx: [warn] the "listen ... http2" directive is deprecated, use the "http2" directive instead in /www/server/panel/vhost/nginx/a${number}.example.com.conf:4<br>`,
  ).join("")}`;
const REFUSED = "nginx: configuration file /www/server/nginx/conf/nginx.conf test failed<br></a>";

const check = async (answer: NonNullable<Handlers["service.control"]>) =>
  checkWebServer(new FakeCalls({ "service.control": answer }).callFor(), "nginx");
const rejected = (html: string) => failing({ kind: "rejected", message: refusalText(html) });

describe("the check of the web server's configuration", () => {
  it("names file and line, in nginx's words and in Apache's", async () => {
    const [nginx, apache] = [await check(rejected(NGINX)), await check(rejected(APACHE))];
    assert.deepEqual(
      [nginx, apache].map((found) => typeof found === "object" && found.place),
      [
        { path: "/www/server/panel/vhost/nginx/a.conf", line: 12 },
        { path: "/www/server/apache/conf/extra/a.conf", line: 5 },
      ],
    );
    assert.deepEqual(
      [nginx, apache].map((found) => typeof found === "object" && found.text),
      ['unknown directive "liste"', "Invalid command 'Foo'"],
    );
  });

  for (const count of [1, 4, 500])
    it(`is decided by nginx's error behind ${count} warnings, each of which has a file and line of its own`, async () => {
      const error = 'nginx: [emerg] unknown directive "proxy_pas" in /www/server/panel/vhost/nginx/shop.conf:41<br>';
      const place = { path: "/www/server/panel/vhost/nginx/shop.conf", line: 41 };
      for (const html of [warned(count) + error, error + warned(count)])
        assert.deepEqual(await check(rejected(html + REFUSED)), { text: 'unknown directive "proxy_pas"', place });
      const bind = "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)<br>";
      const found = await check(rejected(warned(count) + bind + REFUSED));
      assert.ok(typeof found === "object" && found.place === undefined && found.text.includes("bind() to"));
    });

  it("is decided by an error on the line of a warning, too", async () => {
    const line = 'nginx: [warn] conflicting server name; nginx: [emerg] unknown directive "liste" in /www/a.conf:3';
    const found = await check(rejected(`Nginx configuration error: <br>${line}<br>${REFUSED}`));
    assert.deepEqual(typeof found === "object" && found.place, { path: "/www/a.conf", line: 3 });
  });

  it("is decided by Apache's error behind what it warns of", async () => {
    const warnings = Array.from(
      { length: 300 },
      (_, number) =>
        `AH00112: Warning: DocumentRoot [/www/wwwroot/a${number}] does not exist<br>[Sun Nov 29 10:00:00 2026] [core:warn] [pid 7] AH00117: Ignoring deprecated use of DefaultType in line ${number} of /www/server/apache/conf/b.conf.<br>`,
    ).join("");
    const unnamed = "AH00558: httpd: Could not reliably determine the server's fully qualified domain name<br>";
    const found = await check(rejected(warnings + unnamed + APACHE));
    assert.deepEqual(found, {
      text: "Invalid command 'Foo'",
      place: { path: "/www/server/apache/conf/extra/a.conf", line: 5 },
    });
  });

  it("leaves out the process that nginx names in a log", async () => {
    const found = await check(rejected(NGINX.replace("[emerg] ", "[emerg] 57#57: ")));
    assert.equal(typeof found === "object" && found.text, 'unknown directive "liste"');
  });

  it("is unknown where the panel mended something of its own instead", async () => {
    assert.equal(await check(() => ({ msg: "执行成功!" })), "fine");
    for (const message of [
      "因重装Nginx导致配置文件不匹配已修复",
      "Configuration file mismatch caused by reinstalling Nginx fixed",
      "nginx启动文件丢失，请尝试重装nginx后再试！",
    ])
      assert.equal(await check(failing({ kind: "rejected", message })), "unknown", message);
  });

  it("is unknown where a service does not start, or the panel does not answer", async () => {
    assert.equal(await check(rejected("nginx服务启动失败")), "unknown");
    assert.equal(await check(failing({ kind: "timeout", afterMs: 1 })), "unknown");
    await assert.doesNotReject(check(() => Promise.reject(new PanelError({ kind: "page", status: 404 }))));
  });
});
