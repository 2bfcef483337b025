import assert from "node:assert/strict";
import { addPanel } from "../../../../src/commands/panels/addPanel.ts";
import { panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { CommandFixture, KEY } from "../../../fakes/commandFixture.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const ADDRESS = "https://192.0.2.1:8888";
const address: ScriptedAnswer = { to: "Panel Address", with: ADDRESS };
const name: ScriptedAnswer = { to: "Panel Name", with: "Shop" };
const key: ScriptedAnswer = { to: "API Key", with: KEY };
const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");
const done: ScriptedAnswer = { to: "“Shop” Was Added", with: "Done" };

const tls = (problem: "untrusted" | "notTls"): PanelFailure => ({
  kind: "tls",
  problem,
  code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  ...(problem === "untrusted" && {
    certificate: {
      subject: "panel",
      issuer: "panel",
      validFrom: "",
      validTo: "2030-01-01T00:00:00.000Z",
      fingerprint256: FINGERPRINT,
    },
  }),
});

describe("adding a panel", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  const add = (...answers: readonly ScriptedAnswer[]) => window.run(addPanel, [], ...answers);
  const stored = () => window.services.store.list();
  const sent = () => window.connectionServices.sent;
  /** The panel answers with these failures first, and then as panels do. */
  const failFirst = (...failures: readonly PanelFailure[]) => {
    const open = [...failures];
    window.connectionServices.answer = () => {
      const failure = open.shift();
      if (failure !== undefined) throw new PanelError(failure);
      return { body: '{"memTotal":1,"version":"11.7.0"}' };
    };
  };

  it("makes one signed call, stores the panel with its secrets, and shows it opened", async () => {
    await add({ ...address, with: `${ADDRESS}/abcd1234` }, name, key, done);
    const [panel = assert.fail("nothing is stored")] = stored();
    assert.equal(stored().length, 1);
    assert.deepEqual([panel.name, panel.address, panel.guardLevel], ["Shop", ADDRESS, "ask"]);
    assert.equal(await window.services.store.apiKey(panel), KEY);
    assert.equal(await window.services.store.entrance(panel), "/abcd1234");
    assert.equal(sent().length, 1);
    assert.deepEqual(window.revealed, [[panelNodeId(panel.id), true]]);
  });

  for (const [kind, typed, expected] of [
    ["short", KEY.slice(1), /^It has 31 characters; the keys that panels make have 32\. Nothing was sent\.$/],
    ["long", `${KEY}x`, /^It has 33 characters/],
    ["strange", KEY.replace(/.$/, "-"), /letters and digits alone/],
  ] as const) {
    it(`sends no key that is ${kind} unless the person insists, and lets them mend it`, async () => {
      const { questions, inputs } = await add(
        address,
        name,
        { ...key, with: typed },
        { to: "does not look like an API key", with: "Enter It Again" },
        { ...key, with: typed },
        { to: "does not look like an API key", with: undefined },
        { ...key, with: undefined },
        { ...name, with: undefined },
        { ...address, with: undefined },
      );
      for (const { detail } of questions) assert.match(detail, expected);
      assert.equal(questions.length, 2);
      const keys = inputs.filter(({ title }) => title === "API Key").map(({ value }) => value);
      assert.deepEqual(keys, [undefined, typed, typed]);
      assert.deepEqual([sent(), stored()], [[], []]);
      await add(address, name, { ...key, with: typed }, { to: "look like an API key", with: "Use Anyway" }, done);
      assert.equal(await window.services.store.apiKey(stored()[0] ?? assert.fail("nothing is stored")), typed);
    });
  }

  it("helps to get the key while it is asked for, and goes on if the help fails", async () => {
    const { workbench } = window;
    const pressAt = async (typed: string) => {
      const { inputs } = await add({ ...address, with: typed }, name, key, done);
      const { buttons = [] } = inputs.find(({ title }) => title === "API Key") ?? {};
      for (const { press } of buttons) await press();
      return buttons.map(({ tooltip }) => tooltip);
    };
    assert.deepEqual(await pressAt(ADDRESS), ["How to Get the Key", "Open the Panel to Copy Its Key"]);
    assert.deepEqual(workbench.guided, ["api"]);
    await pressAt("https://192.0.2.3:8888/abcd1234");
    assert.deepEqual(workbench.opened, [`${ADDRESS}/config`, "https://192.0.2.3:8888/abcd1234"]);
    workbench.browser.open = async () => Promise.reject(new Error("no browser"));
    await pressAt("https://192.0.2.2:8888/abcd1234");
    assert.deepEqual(window.log.lines.filter((line) => line.includes("no browser")).length, 1);
  });

  it("goes a step back when a box is dismissed, and keeps the typed text", async () => {
    const { inputs } = await add(
      address,
      { ...name, with: "Blog" },
      { ...key, with: undefined },
      { ...name, with: undefined },
      { ...address, with: undefined },
    );
    assert.deepEqual(
      inputs.map(({ value }) => value),
      [undefined, "192.0.2.1", undefined, "Blog", ADDRESS],
    );
    assert.deepEqual(stored(), []);
    assert.deepEqual(sent(), []);
  });

  it("suggests another name for another address, unless one was typed", async () => {
    const { inputs } = await add(
      address,
      { ...name, with: "192.0.2.1" },
      { ...key, with: undefined },
      { ...name, with: undefined },
      { ...address, with: "https://192.0.2.7:8888" },
      { ...name, with: undefined },
      { ...address, with: undefined },
    );
    assert.equal(inputs.at(-2)?.value, "192.0.2.7");
  });

  it("offers first to change a refused key, and makes no call after a dismissed box", async () => {
    failFirst({ kind: "refused", reason: "key" });
    const { choices } = await add(
      address,
      name,
      key,
      { to: "not saved yet", with: "Change the API Key…" },
      { ...key, with: undefined },
      { to: "not saved yet", with: "Change the API Key…" },
      { ...key, with: "b".repeat(32) },
      done,
    );
    assert.equal(choices[0]?.[0], "Change the API Key…");
    assert.equal(sent().length, 2);
    const [panel = assert.fail("nothing is stored")] = stored();
    assert.equal(await window.services.store.apiKey(panel), "b".repeat(32));
  });

  it("copies the address that the allowlist lacks and opens the panel's pages, and asks again without another call", async () => {
    failFirst({ kind: "refused", reason: "ip", clientAddress: "192.0.2.50" });
    const { choices, questions } = await add(
      { ...address, with: `${ADDRESS}/abcd1234` },
      name,
      key,
      { to: "not saved yet", with: "Copy Address" },
      { to: "192.0.2.50 was copied", with: "Open Panel in Browser" },
      { to: "opened in the browser", with: "More…" },
      { to: "not saved yet", with: undefined },
      { to: "not saved yet", with: "Try Again" },
      done,
    );
    assert.deepEqual(choices[0], ["Copy Address", "Open Panel in Browser", "Try Again", "More…"]);
    assert.deepEqual(choices[1], ["Open Panel in Browser", "Try Again", "Change the API Key…", "More…"]);
    assert.deepEqual(choices[2], ["Try Again", "Change the API Key…", "Change the Address…", "More…"]);
    assert.deepEqual(choices[3], ["Save Anyway", "Copy Address", "Open Panel in Browser"]);
    assert.match(questions[1]?.detail ?? "", /^192\.0\.2\.50 was copied\. This computer's address/);
    assert.deepEqual(window.workbench.copied, ["192.0.2.50"]);
    assert.deepEqual(window.workbench.opened, [`${ADDRESS}/abcd1234`]);
    assert.equal(sent().length, 2);
    assert.equal(stored().length, 1);
  });

  it("offers the likeliest step first, never another refused call, and stores nothing if the person gives up", async () => {
    const first = async (...failures: readonly PanelFailure[]) => {
      failFirst(...failures);
      const { choices } = await add(address, name, key, { to: "not saved yet", with: undefined });
      return choices[0]?.slice(0, 2);
    };
    assert.deepEqual(await first({ kind: "refused", reason: "key" }), ["Change the API Key…", "Open Panel in Browser"]);
    assert.deepEqual(await first({ kind: "refused", reason: "locked" }), [
      "Open Panel in Browser",
      "Change the API Key…",
    ]);
    // nothing documented is answered either
    const off = { kind: "page", status: 404 } as const;
    assert.deepEqual(await first(off, off, off), ["Open Panel in Browser", "Change the Address…"]);
    assert.deepEqual(await first({ kind: "timeout", afterMs: 1 }), ["Try Again", "Change the Address…"]);
    assert.deepEqual([stored(), window.secrets.values.size], [[], 0]);
  });

  it("stores a failing panel if the person insists, and does not open it", async () => {
    failFirst({ kind: "page", status: 502 });
    await add(address, name, key, { to: "not saved yet", with: "More…" }, { to: "not saved yet", with: "Save Anyway" });
    assert.deepEqual(
      window.revealed.map(([, expand]) => expand),
      [false],
    );
    assert.equal(stored().length, 1);
    assert.equal(sent().length, 1);
    const failure = { kind: "page", status: 502 };
    assert.deepEqual(window.callResults, [
      [
        { ...stored()[0], order: 0 },
        { operation: "system.total", failure },
      ],
    ]);
  });

  it("tries another address without the certificate that was trusted at the first", async () => {
    failFirst(tls("untrusted"), { kind: "page", status: 502 });
    await add(
      address,
      name,
      key,
      { to: "192.0.2.1", with: true },
      { to: "not saved yet", with: "Change the Address…" },
      { ...address, with: undefined },
      { to: "not saved yet", with: "Change the Address…" },
      { ...address, with: "https://192.0.2.2:8888" },
      done,
    );
    const [panel = assert.fail("nothing is stored")] = stored();
    assert.deepEqual([panel.address, panel.pin], ["https://192.0.2.2:8888", undefined]);
  });

  it("keeps a trusted certificate, and asks how to go on if it is not trusted", async () => {
    failFirst(tls("untrusted"), tls("untrusted"));
    await add(
      address,
      name,
      key,
      { to: "192.0.2.1", with: false },
      { to: "not saved yet", with: "Try Again" },
      { to: "192.0.2.1", with: true },
      done,
    );
    const [panel = assert.fail("nothing is stored")] = stored();
    assert.deepEqual([panel.pin, panel.pinnedUntil], [FINGERPRINT, "2030-01-01T00:00:00.000Z"]);
  });

  it("offers http if the port does not speak TLS, after a warning", async () => {
    failFirst(tls("notTls"));
    await add(
      address,
      name,
      key,
      { to: "not saved yet", with: "Use http://192.0.2.1:8888" },
      { to: "without encryption", with: false },
      { to: "not saved yet", with: "Use http://192.0.2.1:8888" },
      { to: "without encryption", with: true },
      done,
    );
    const [panel = assert.fail("nothing is stored")] = stored();
    assert.deepEqual([panel.address, panel.httpConsent], ["http://192.0.2.1:8888", true]);
  });

  it("asks after a cancelled call, and stores the panel untested if the person insists", async () => {
    const { questions } = await add(
      address,
      name,
      key,
      { to: "Connecting to “Shop”", with: undefined },
      { to: "not saved yet", with: "More…" },
      { to: "not saved yet", with: "Save Anyway" },
    );
    assert.match(questions[0]?.detail ?? "", /is not known whether/);
    assert.equal(stored().length, 1);
    assert.deepEqual(sent(), []);
  });

  it("tries the schemes and ports that an address can mean, and asks which one it is", async () => {
    window.connectionServices.answer = ({ url }) => {
      if (url.protocol === "http:") throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      return { body: '{"memTotal":1,"version":"11.7.0"}' };
    };
    const { choices } = await add(
      { ...address, with: "192.0.2.1:8888" },
      { to: "Which Address?", with: undefined },
      { ...address, with: "192.0.2.1:8888" },
      { to: "Which Address?", with: ADDRESS },
      name,
      key,
      done,
    );
    assert.equal(choices[0]?.[0], ADDRESS);
    assert.match(choices[0]?.[1] ?? "", /^http:\/\/192\.0\.2\.1:8888: .*Nothing answers/);
    assert.equal(stored().length, 1);
  });

  it("asks for the address again if the search is cancelled", async () => {
    await add(
      { ...address, with: "192.0.2.1:8888" },
      { to: "Looking for a panel", with: undefined },
      { ...address, with: undefined },
    );
    assert.deepEqual(stored(), []);
  });

  describe("at an address that a panel has already", () => {
    let other: string;

    beforeEach(async () => {
      other = (await window.add({ name: "Old" })).id;
    });

    it("goes to that panel if chosen", async () => {
      const { messages } = await add(address, { to: "“Old” is already at", with: "Show It" });
      assert.deepEqual(messages, []);
      assert.deepEqual(window.revealed, [[panelNodeId(other), false]]);
      assert.equal(stored().length, 1);
    });

    it("adds another one if chosen", async () => {
      await add(
        address,
        { to: "“Old” is already at", with: undefined },
        address,
        { to: "“Old” is already at", with: "Add Anyway" },
        name,
        key,
        done,
      );
      assert.equal(stored().length, 2);
    });
  });

  it("keeps the entries while this computer's storage fails", async () => {
    window.secrets.store = async () => Promise.reject(new Error("locked"));
    const fail = { to: "not saved yet", with: "Try Again" };
    await add(address, name, key, fail, { ...fail, with: undefined });
    assert.deepEqual(stored(), []);
    assert.equal(sent().length, 1);
  });

  it("refuses texts that are no address, name or key", async () => {
    const { inputs } = await add(address, name, key, done);
    const problem = (index: number, typed: string) => inputs[index]?.problem?.(typed);
    for (const typed of ["", "a b", "ftp://x", "https://a:b@host", "https://", "https://host:99999"])
      assert.equal(typeof problem(0, typed), "string", typed);
    assert.equal(typeof problem(1, " "), "string");
    assert.equal(typeof problem(2, " "), "string");
  });
});
