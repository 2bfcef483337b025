import assert from "node:assert/strict";
import type { Memento } from "vscode";
import { DemoHost } from "../../../src/platform/demoHost.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";

const cancelled = (error: unknown) => error instanceof PanelError && error.failure.kind === "cancelled";

describe("the demo panel of a window", () => {
  const hosts: DemoHost[] = [];
  const kept = new Map<string, unknown>();
  let changes = 0;

  /** Another window over the same memory. */
  function open(update: Memento["update"] = async (key, value) => void kept.set(key, value)): DemoHost {
    const memento: Memento = {
      keys: () => [...kept.keys()],
      get: <T>(key: string, otherwise?: T) => (kept.get(key) ?? otherwise) as T,
      update,
    };
    const host = new DemoHost(memento, () => void (changes += 1));
    hosts.push(host);
    return host;
  }

  beforeEach(() => {
    kept.clear();
    changes = 0;
  });

  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.dispose();
  });

  it("starts once, and has a record and a key while it runs", async () => {
    const host = open();
    assert.equal(host.record, undefined);
    assert.equal(host.apiKey(), undefined);
    const [first, second] = await Promise.all([host.open(), host.open()]);
    assert.equal(first, second);
    assert.equal(changes, 1);
    assert.ok(host.owns(first));
    assert.match(first.address, /^http:\/\/127\./);
    assert.equal(typeof host.apiKey(), "string");
    await host.close();
    assert.equal(host.record, undefined);
    assert.equal(host.apiKey(), undefined);
    assert.equal(changes, 2);
  });

  it("comes back in the next window where it was open, with another key", async () => {
    const before = open();
    await before.open();
    const key = before.apiKey();
    await before.dispose();
    const host = open();
    await host.reopen();
    assert.notEqual(host.record, undefined);
    assert.notEqual(host.apiKey(), key);
  });

  it("stays closed where it was closed, or was never open", async () => {
    const host = open();
    await host.reopen();
    assert.equal(host.record, undefined);
    await host.open();
    await host.close();
    const next = open();
    await next.reopen();
    assert.equal(next.record, undefined);
  });

  it("is cancelled where it is closed while it starts; coming back takes that for an answer", async () => {
    const host = open();
    const opening = host.open();
    const isCancelled = assert.rejects(opening, cancelled);
    await host.close();
    await isCancelled;
    assert.equal(host.record, undefined);
    kept.set("serverPanel.demoOpen", true);
    const reopening = host.reopen();
    await host.close();
    await reopening;
    assert.equal(changes, 0);
  });

  it("opens no more once its window is gone", async () => {
    const host = open();
    await host.dispose();
    await assert.rejects(host.open(), cancelled);
  });

  it("runs where what is open cannot be kept", async () => {
    const host = open(async () => Promise.reject(new Error("shutting down")));
    await host.open();
    assert.notEqual(host.record, undefined);
    await host.close();
  });
});
