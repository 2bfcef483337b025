import assert from "node:assert/strict";
import { checkWebServer } from "../../../src/serverFiles/webServerCheck.ts";
import { plainText } from "../../../src/characters/plainText.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";

const NGINX =
  "执行失败，nginx配置文件错误：<br>nginx version: nginx/1.24.0<br>nginx: [emerg] unknown directive &quot;liste&quot; in /www/server/panel/vhost/nginx/a.conf:12<br>nginx: configuration file /www/server/nginx/conf/nginx.conf test failed";
const APACHE =
  "Apache rule configuration error: <br><a style='color:red;'>AH00526: Syntax error on line 5 of /www/server/apache/conf/extra/a.conf:<br>Invalid command 'Foo'</a>";

const check = async (answer: NonNullable<Handlers["service.control"]>) =>
  checkWebServer(new FakeCalls({ "service.control": answer }).callFor(), "nginx");
const rejected = (html: string) => failing({ kind: "rejected", message: plainText(html) });

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
