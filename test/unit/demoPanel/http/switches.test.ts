import assert from "node:assert/strict";
import { withPanel } from "../withPanel.ts";

const total = { path: "/system", form: { action: "GetSystemTotal" } };

describe("a demo panel's switches", () => {
  it(
    "close the API like a panel that has none",
    withPanel(async ({ panel, call }) => {
      panel.state.switches.apiOpen = false;
      const { status, body } = await call(total);
      assert.deepEqual([status, body.length], [404, 146]);
      panel.state.switches.apiOpen = true;
      assert.equal((await call(total)).status, 200);
    }),
  );

  it(
    "close the panel",
    withPanel(async ({ panel, call }) => {
      panel.state.switches.panelClosed = true;
      const { status, headers } = await call(total);
      assert.deepEqual([status, headers.location], [302, "/close"]);
    }),
  );

  it(
    "bind it to a name",
    withPanel(async ({ panel, call }) => {
      panel.state.switches.boundHost = "panel.example.com";
      const { status, body } = await call(total);
      assert.deepEqual([status, body.length], [403, 146]);
      const there = await call({ ...total, headers: { host: "panel.example.com:8888" } });
      assert.equal(there.status, 200);
    }),
  );

  it(
    "ask for a password only where the signature is not right, and then count nothing",
    withPanel(async ({ panel, call, bare }) => {
      panel.state.switches.basicAuth = "u:p";
      assert.equal((await call(total)).status, 200);
      const wrong = { ...total, key: "x".repeat(32) };
      for (let count = 0; count < 30; count++) assert.equal((await bare(wrong)).status, 401);
      const unsigned = await bare(total);
      assert.deepEqual([unsigned.status, unsigned.text], [401, ""]);
      assert.equal(unsigned.headers["www-authenticate"], 'Basic realm="127.0.0.1"');
      assert.equal((await call(total)).status, 200);
      const authorization = `Basic ${btoa("u:p")}`;
      assert.match((await bare({ ...wrong, headers: { authorization } })).text, /"status": false/);
      assert.equal((await bare({ ...total, headers: { authorization } })).status, 404);
      assert.equal(panel.counters.refused, 1);
    }),
  );
});
