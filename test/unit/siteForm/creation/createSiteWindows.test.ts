import assert from "node:assert/strict";
import { findAbandonedSite } from "../../../../src/siteForm/creation/abandonedSite.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { full, plain, rowOf, SitePanel } from "../../../fakes/sitePanel.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";

const silence: PanelFailure = { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } };
const page: PanelFailure = { kind: "page", status: 404 };
const malformed: PanelFailure = { kind: "malformed", fields: ["(whole)"] };
const gatewayPage: PanelFailure = { kind: "page", status: 504 };

/** The same request in another window. */
function inAnotherWindow(panel: SitePanel, changes: Parameters<SitePanel["create"]>[2] = {}) {
  return panel.create(plain, undefined, { runner: panel.window().runner, ...changes });
}

/** A window that dies when it has sent; its form comes back in another one. */
async function reloadMidSend(panel: SitePanel): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const messages = panel.answer;
  panel.answer = () => {
    sent.resolve();
    return new Promise(() => undefined);
  };
  // its claim is not renewed any more
  const { runner } = panel.window(new SteppedClock());
  void panel.create(full, undefined, { runner });
  await sent.promise;
  panel.answer = messages;
}

describe("createSite in several windows", () => {
  it("creates the site once in two windows, and again after it was deleted", async () => {
    const panel = new SitePanel();
    const second = panel.window();
    const answered = Promise.withResolvers<void>();
    const messages = panel.answer;
    panel.answer = async (id) => {
      await answered.promise;
      return messages(id);
    };
    const first = panel.create();
    while (panel.sent === 0) await Promise.resolve();
    const others = [panel.create(plain, undefined, { runner: second.runner }), panel.create()];
    answered.resolve();
    const there = { kind: "already", site: { id: 11, name: "new.example.com" } };
    assert.deepEqual(await Promise.all(others), [there, there]);
    assert.equal((await first).kind, "done");
    assert.equal(panel.sent, 1);
    panel.sites.pop();
    assert.equal((await panel.create()).kind, "done");
  });

  for (const failure of [silence, page, malformed, gatewayPage]) {
    const name = JSON.stringify(failure);

    it(`finds a site that came after its creation had ended, and sends nothing: ${name}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      assert.notEqual((await panel.create()).kind, "done");
      panel.sites.push(rowOf(77, "new.example.com"));
      for (const again of [await panel.create(), await inAnotherWindow(panel)])
        assert.deepEqual(again, { kind: "already", site: { id: 77, name: "new.example.com" } });
      assert.equal(panel.sent, 1);
    });

    it(`sends a site that is not there once more, when a person asks for it: ${name}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      assert.notEqual((await panel.create()).kind, "done");
      panel.before = () => undefined;
      assert.equal((await inAnotherWindow(panel)).kind, "done");
      assert.deepEqual([panel.sent, panel.sites.length], [2, 2]);
    });

    it(`says that the panel has the site where that refuses it, and lists none before: ${name}`, async () => {
      const panel = new SitePanel();
      panel.list = failing({ kind: "unsupported" });
      panel.answer = failing(failure);
      assert.equal((await panel.create()).kind, "uncertain");
      const refused = await panel.create();
      assert.partialDeepStrictEqual(refused, { kind: "failed", failure: { kind: "rejected" } });
      panel.list = () => void (panel.sent === 2 && failing({ kind: "unsupported" })());
      const site = { id: 11, name: "new.example.com" };
      assert.deepEqual(await inAnotherWindow(panel), { kind: "already", why: "refused", site });
      assert.equal(panel.sites.length, 2);
    });
  }

  it("waits for a sending window and reports the phase", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const phases: string[] = [];
    const { clock } = panel.fixture;
    clock.onSlept = () => {
      if (phases.length === 3 && panel.sites.length === 1) panel.sites.push(rowOf(77, "new.example.com"));
    };
    const creation = await inAnotherWindow(panel, { onPhase: (phase) => phases.push(phase) });
    assert.deepEqual(creation, {
      kind: "already",
      site: { id: 77, name: "new.example.com" },
    });
    assert.ok(phases.every((phase) => phase === "waiting"));
    assert.equal(panel.sent, 1);
  });

  it("waits at most for the deadline of the request, unless cancelled, and then tells the end of both", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const stop = new AbortController();
    const { clock } = panel.fixture;
    const began = clock.wallTime();
    clock.onSlept = (time) => time > began + 3_000 && stop.abort();
    const other = panel.window().runner;
    assert.deepEqual(await panel.create(plain, stop.signal, { runner: other }), {
      kind: "failed",
      failure: { kind: "cancelled" },
    });
    clock.onSlept = () => undefined;
    assert.equal(panel.sent, 1);
    const sentAt: number[] = [];
    panel.before = () => void sentAt.push(clock.wallTime() - began);
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "done", site: { id: 11 } });
    const [waitedMs = 0, ...more] = sentAt;
    assert.deepEqual([waitedMs >= 120_000 && waitedMs < 130_000, more], [true, []], `sent after ${waitedMs} ms`);
    const evidence = { name: "state", value: "unlisted" } as const;
    const unseen = { kind: "uncertain", cause: undefined, why: "abandoned", evidence } as const;
    // or the site would be told as that of the window that is gone
    assert.deepEqual(
      panel.abandoned.map(({ outcome }) => outcome),
      [unseen],
    );
    assert.deepEqual(await panel.claims.journal.list(), []);
  });

  it("creates one site where the computer has slept between the look and the request", async () => {
    const panel = new SitePanel();
    const { files } = panel;
    let isFirst = true;
    const create: typeof files.create = async (path, text) => {
      if (isFirst && path.endsWith(".sending")) {
        isFirst = false;
        panel.fixture.clock.time += 40_000;
        await inAnotherWindow(panel);
      }
      await files.create(path, text);
    };
    const { runner } = panel.window(new SteppedClock(), { ...files, create });
    const creation = await panel.create(plain, undefined, { runner });
    const site = { id: 11, name: "new.example.com" };
    assert.deepEqual(creation, { kind: "already", why: "refused", site });
    assert.equal(panel.sites.length, 2);
  });

  it("creates one site, and tells it, wherever its window dies", async () => {
    let died = 0;
    for (let steps = 0; ; steps += 1) {
      const panel = new SitePanel();
      const { files } = panel;
      let left = steps;
      // whatever a window does that is dead, it does not come to an end
      const unlessDead = async <T>(step: () => Promise<T>): Promise<T> => {
        left -= 1;
        return left < 0 ? new Promise(() => undefined) : step();
      };
      const dying = panel.window(new SteppedClock(), {
        ...files,
        create: async (...given) => unlessDead(async () => files.create(...given)),
        rename: async (...given) => unlessDead(async () => files.rename(...given)),
        remove: async (...given) => unlessDead(async () => files.remove(...given)),
      });
      const { panel: alive } = panel.fixture.request;
      const callFor: typeof alive.callFor = (signal) => {
        const call = alive.callFor(signal);
        return async (id, params) =>
          unlessDead(async () => {
            const answer = await call(id, params);
            return unlessDead(async () => answer);
          });
      };
      const run = panel.create(plain, undefined, { runner: dying.runner, panel: { ...alive, callFor } });
      const finished = await Promise.race([run, new Promise((resolve) => setImmediate(resolve, undefined))]);
      if (finished !== undefined && left >= 0) break;
      died += 1;
      const again = await inAnotherWindow(panel);
      assert.ok(again.kind === "done" || again.kind === "already", `died after ${steps} steps: ${again.kind}`);
      assert.equal(again.site?.id, 11);
      assert.equal(panel.sites.length, 2, `died after ${steps} steps`);
      assert.equal(panel.sent, 1, `died after ${steps} steps`);
    }
    assert.ok(died > 8, `${died}`);
  });

  it("sends after a refusal in the other window", async () => {
    const panel = new SitePanel();
    panel.before = failing({ kind: "rejected", message: "no" });
    assert.equal((await panel.create()).kind, "failed");
    panel.before = () => undefined;
    assert.equal((await inAnotherWindow(panel)).kind, "done");
  });

  it("leaves no journal entry for a request that was cancelled in time", async () => {
    const panel = new SitePanel();
    const stop = new AbortController();
    const { files } = panel;
    const create: typeof files.create = async (path, text) => {
      await files.create(path, text);
      if (path.endsWith(".sending")) stop.abort();
    };
    const { runner } = panel.window(undefined, { ...files, create });
    const creation = await panel.create(plain, stop.signal, { runner });
    assert.deepEqual(creation, { kind: "failed", failure: { kind: "cancelled" } });
    assert.equal(panel.sent, 0);
    assert.equal((await panel.create()).kind, "done");
  });

  it("does not wait for a request for a different server", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const moved = { ...panel.fixture.request.panel, address: "https://192.0.2.2:8888" };
    const phases: string[] = [];
    await inAnotherWindow(panel, { panel: moved, onPhase: (phase) => phases.push(phase) });
    assert.deepEqual([panel.sent, phases], [2, ["sending"]]);
  });

  it("writes no secret to disk", async () => {
    const panel = new SitePanel();
    const written: string[] = [];
    const { files } = panel;
    panel.before = () =>
      assert.ok(
        written.some((path) => path.endsWith(".sending")),
        "before it is sent",
      );
    const create: typeof files.create = async (path, text) => {
      written.push(path, text);
      return files.create(path, text);
    };
    const { runner } = panel.window(undefined, { ...files, create });
    await panel.create(full, undefined, { runner });
    assert.doesNotMatch(written.join("\n"), /Secret/);
    assert.deepEqual([await files.list("/data/pending"), await files.list("/data/claims")], [[], []]);
  });
});

describe("findAbandonedSite", () => {
  const AFTER_MS = 120_000;
  const asked = { domain: plain.domain, port: plain.port };
  const before = { highest: 1 };

  /** Looks for what a window began at a time. */
  function look(panel: SitePanel, at: number, begun: { readonly asked?: unknown; readonly before?: unknown } = {}) {
    const { signal } = new AbortController();
    const { clock, request } = panel.fixture;
    return findAbandonedSite({ asked, before, at, ...begun }, request.panel.callFor(signal), clock, signal);
  }

  it("finds the site after the deadline of its request", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    assert.equal(await look(panel, at), undefined);
    clock.time += AFTER_MS;
    const evidence = { name: "id", value: "11" };
    assert.partialDeepStrictEqual(await look(panel, at), { kind: "done", evidence, why: "abandoned" });
    assert.equal(panel.sent, 1);
  });

  it("does not call unasked for what was asked for with the site", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    clock.time += AFTER_MS;
    const withAccounts = { ...asked, ftp: { user: "shop" }, database: { user: "shop" } };
    const site = { ftp: "unknown", database: "unknown", git: "notAsked" };
    assert.partialDeepStrictEqual(await look(panel, at, { asked: withAccounts }), { kind: "done", site });
  });

  it("reports a site that is not listed as uncertain", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    panel.sites.pop();
    clock.time += AFTER_MS;
    const evidence = { name: "state", value: "unlisted" };
    assert.partialDeepStrictEqual(await look(panel, at), { kind: "uncertain", why: "abandoned", evidence });
  });

  it("rejects if the panel cannot be asked", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    clock.time += AFTER_MS;
    for (const failure of [{ kind: "keyNeeded" }, { kind: "timeout", afterMs: 1 }] as const) {
      panel.list = failing(failure);
      await assert.rejects(look(panel, at), new PanelError(failure));
    }
  });

  it("rejects if the domains of what may be the site cannot be read", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    const failure = { kind: "timeout", afterMs: 1 } as const;
    panel.domains = failing(failure);
    clock.time += AFTER_MS;
    await assert.rejects(look(panel, at), new PanelError(failure));
  });

  it("does not report an unlisted site if one with its name exists and the earlier sites are unknown", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(2, "new.example.com"));
    const at = panel.fixture.clock.wallTime() - AFTER_MS;
    const unknownOutcome = { kind: "uncertain", cause: undefined, why: "abandoned", evidence: undefined };
    for (const unknown of [undefined, {}]) assert.deepEqual(await look(panel, at, { before: unknown }), unknownOutcome);
    assert.deepEqual(await look(panel, at, { asked: "nothing" }), unknownOutcome);
  });
});
