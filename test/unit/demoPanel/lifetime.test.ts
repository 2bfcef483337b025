import assert from "node:assert/strict";
import * as http from "node:http";
import * as net from "node:net";
import { setImmediate } from "node:timers/promises";
import { handlers } from "../../demoPanel/baota/handlers.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import { send, signed } from "../../demoPanel/wire.ts";
import { withPanel } from "../../demoPanel/withPanel.ts";
import { eventually } from "../../eventually.ts";

/** Sockets, servers and timers that keep the process alive. */
function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|Timeout/.test(name))
    .toSorted();
}

describe("a demo panel", () => {
  const total = { path: "/system", form: { action: "GetSystemTotal" } };

  it("listens on the loopback interface, with a key of its own", async () => {
    const panels = await Promise.all([startDemoPanel(), startDemoPanel({ host: "127.0.0.2" })]);
    const [first, second] = panels;
    try {
      assert.match(first.address, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match(second.address, /^http:\/\/127\.0\.0\.2:\d+$/);
      assert.match(first.key, /^[A-Za-z0-9]{32}$/);
      assert.notEqual(first.key, second.key);
      assert.match((await send(second.address, { ...total, key: second.key })).text, /memTotal/);
    } finally {
      await Promise.all(panels.map((panel) => panel.close()));
    }
  });

  it("rejects if its port is taken", async () => {
    const panel = await startDemoPanel();
    try {
      const port = Number(new URL(panel.address).port);
      await assert.rejects(startDemoPanel({ port }), { code: "EADDRINUSE" });
    } finally {
      await panel.close();
    }
  });

  it("leaves nothing behind when it is closed during calls", async () => {
    // the runner's own timer for this test starts after its first part
    await setImmediate();
    const before = resources();
    const panel = await startDemoPanel();
    const { address, key } = panel;
    const agent = new http.Agent({ keepAlive: true });
    await send(address, { ...total, key, agent });
    const idle = net.connect(Number(new URL(address).port), "127.0.0.1");
    idle.on("error", () => undefined);
    const blocked = send(address, { path: "/btdocker/container/restart", query: { id: "cache" }, key });
    const cutOff = assert.rejects(blocked);
    await send(address, { path: "/mod/java/project/restart_project", query: { project_name: "order-service" }, key });
    await eventually(
      () => panel.counters.calls["container.restart"] + panel.counters.openConnections,
      (seen) => seen === 4,
    );
    await panel.close();
    await cutOff;
    agent.destroy();
    idle.destroy();
    assert.equal(panel.counters.openConnections, 0);
    assert.equal(panel.counters.requests.at(-1)?.outcome, "aborted");
    await eventually(resources, (now) => now.length <= before.length);
    await assert.rejects(send(address, { ...total, key }), { code: "ECONNREFUSED" });
    await panel.close();
  });

  it(
    "counts a session for each request without its cookie",
    withPanel(async ({ panel, call }) => {
      const { headers } = await call(total);
      const setCookie = headers["set-cookie"]?.[0] ?? "";
      assert.match(setCookie, /^[0-9a-f]{32}=[\w-]+\.[\w-]+; HttpOnly; Path=\//);
      const cookie = `other=1; ${setCookie.split(";")[0]}`;
      const again = await call({ ...total, headers: { cookie } });
      assert.equal(again.headers["set-cookie"], undefined);
      assert.equal(panel.counters.sessions, 1);
      await call({ ...total, headers: { cookie: "other=1" } });
      assert.equal(panel.counters.sessions, 2);
    }),
  );

  it(
    "logs requests and calls without any credential",
    withPanel(async ({ panel, get, bare }) => {
      await get("/mod/java/project/project_list/stype");
      await bare({ path: "/system", form: { action: "GetSystemTotal" }, key: "wrong" });
      await bare({ path: "/system", form: { action: "GetSystemTotal" } });
      await get("/xdocker/container/restart");
      assert.deepEqual(panel.counters.requests, [
        { method: "GET", path: "/mod/java/project/project_list/stype", operation: "java.list", outcome: "answered" },
        { method: "POST", path: "/system", operation: undefined, outcome: "refused" },
        { method: "POST", path: "/system", operation: undefined, outcome: "page" },
        { method: "GET", path: "/xdocker/container/restart", operation: undefined, outcome: "unsupported" },
      ]);
      const seen = JSON.stringify(panel.counters.requests);
      assert.ok(!seen.includes(panel.key) && !seen.includes(String(signed(panel.key)["request_token"])));
      assert.deepEqual(Object.keys(panel.counters.calls).toSorted(), Object.keys(operations).toSorted());
      assert.equal(panel.counters.calls["java.list"], 1);
    }),
  );

  const permission = Promise.withResolvers<void>();
  it(
    "finishes an operation although the caller has gone",
    withPanel(
      async ({ panel }) => {
        const container = panel.state.containers[0];
        const before = container?.startedAt;
        const query = new URLSearchParams({ id: "web-proxy", ...signed(panel.key) }).toString();
        const request = http.get(`${panel.address}/btdocker/container/restart?${query}`, { agent: false });
        request.on("error", () => undefined);
        await eventually(
          () => panel.counters.calls["container.restart"],
          (calls) => calls === 1,
        );
        request.destroy();
        await eventually(
          () => panel.counters.requests.map(({ operation, outcome }) => `${operation} ${outcome}`),
          ([first]) => first === "container.restart aborted",
        );
        permission.resolve();
        await eventually(
          () => container?.startedAt,
          (startedAt) => startedAt !== before,
        );
        assert.equal(panel.counters.requests.length, 1);
      },
      {
        delays: { container: 0 },
        handlers: {
          "container.restart": async (context) => {
            await permission.promise;
            return handlers["container.restart"](context);
          },
        },
      },
    ),
  );
});
