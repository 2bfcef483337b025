import assert from "node:assert/strict";
import { findAbandonedSite, resumeSite, wasSiteSent } from "../../../../src/siteForm/creation/resumeSite.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import type { SiteRequest } from "../../../../src/siteForm/plannedSite.ts";
import type { SubmissionPhase } from "../../../../src/siteForm/protocol.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { RunnerFixture } from "../../../fakes/runnerFixture.ts";
import { full, plain, rowOf, SitePanel } from "../../../fakes/sitePanel.ts";
import type { Clock } from "../../../../src/storage/ports.ts";
import { memoryFiles } from "../../../fakes/memoryFiles.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";

const silence: PanelFailure = { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } };
const page: PanelFailure = { kind: "page", status: 404 };
const malformed: PanelFailure = { kind: "malformed", fields: ["(whole)"] };

/** The same request in another window. */
function inAnotherWindow(panel: SitePanel, changes: Parameters<SitePanel["create"]>[2] = {}) {
  return panel.create(plain, undefined, { runner: new RunnerFixture({}).runner, ...changes });
}

/** A window that dies when it has sent; its form comes back in another one. */
async function reloadMidSend(panel: SitePanel): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const told = panel.answer;
  panel.answer = () => {
    sent.resolve();
    return new Promise(() => undefined);
  };
  const { runner } = new RunnerFixture({}, 0, memoryFiles(), new SteppedClock());
  void panel.create(full, undefined, { runner });
  await sent.promise;
  panel.answer = told;
}

function resume(panel: SitePanel, site: SiteRequest = plain, signal = new AbortController().signal) {
  const { clock, request } = panel.fixture;
  return resumeSite(site, { panel: request.panel, root: "/storage", files: panel.files, clock, waitMs: 5_000 }, signal);
}

describe("createSite in several windows", () => {
  it("is created once by two windows, and again after it was deleted", async () => {
    const panel = new SitePanel();
    const second = new RunnerFixture({});
    const answered = Promise.withResolvers<void>();
    const told = panel.answer;
    panel.answer = async (id) => {
      await answered.promise;
      return told(id);
    };
    const first = panel.create();
    while (panel.sent === 0) await Promise.resolve();
    const others = [panel.create(plain, undefined, { runner: second.runner }), panel.create()];
    // the panel lists it before it answers
    assert.deepEqual(
      (await Promise.all(others)).map(({ kind }) => kind),
      ["existed", "busy"],
    );
    answered.resolve();
    assert.equal((await first).kind, "created");
    assert.equal(panel.sent, 1);
    panel.sites.pop();
    assert.equal((await panel.create()).kind, "created");
    panel.fixture.clock.time += 901_000;
    panel.before = failing({ kind: "rejected", message: "您添加的域名已存在" });
    assert.equal((await panel.create()).kind, "failed");
  });

  for (const [name, change] of [
    ["no answer came", (panel: SitePanel) => void (panel.before = failing(silence))],
    ["the panel has no list", (panel: SitePanel) => void (panel.list = failing({ kind: "unsupported" }))],
    ["the list is a page", (panel: SitePanel) => void (panel.list = failing(page))],
    ["a page came", (panel: SitePanel) => void (panel.before = failing(page))],
    ["what came could not be read", (panel: SitePanel) => void (panel.before = failing(malformed))],
    ["a gateway's page came", (panel: SitePanel) => void (panel.before = failing({ kind: "page", status: 504 }))],
  ] as const)
    it(`sends once where ${name}, until a person who was told tries again`, async () => {
      const panel = new SitePanel();
      change(panel);
      const first = panel.create();
      while (panel.sent === 0) await Promise.resolve();
      await Promise.all([inAnotherWindow(panel), inAnotherWindow(panel)]);
      await first;
      assert.equal(panel.sent, 1);
      const later = await inAnotherWindow(panel);
      assert.ok(later.kind === "uncertain" || later.kind === "missing");
      assert.equal(panel.sent, 1);
      await inAnotherWindow(panel, { despite: later.sentAt });
      assert.equal(panel.sent, 2);
      assert.equal((await inAnotherWindow(panel, { despite: later.sentAt })).kind, later.kind, "of another one");
      panel.fixture.clock.time += 901_000;
      await inAnotherWindow(panel);
      assert.equal(panel.sent, 3);
    });

  for (const failure of [page, malformed, silence, { kind: "page", status: 504 }] as const)
    it(`is told alike by both forms and in the activity: ${JSON.stringify(failure)}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      const other = new RunnerFixture({});
      const first = await panel.create();
      const second = await inAnotherWindow(panel, { runner: other.runner });
      const resumed = await resume(panel);
      assert.equal(panel.sent, 1);
      for (const creation of [second, resumed])
        if (first.kind === "missing") assert.deepEqual(creation, { ...first, isEarlier: true });
        else {
          assert.ok(first.kind === "uncertain");
          const { notListed, sentAt } = first;
          assert.deepEqual(creation, { kind: "uncertain", cause: "sentBefore", notListed, sentAt });
        }
      const [own] = panel.fixture.finished;
      const [others] = other.finished;
      assert.equal(own?.outcome.kind, first.kind === "missing" ? "failed" : "uncertain");
      const told =
        first.kind === "missing"
          ? { ...own?.outcome, why: "sentBefore" }
          : {
              kind: "uncertain",
              cause: undefined,
              why: first.kind === "uncertain" && first.notListed ? "sentBeforeNotListed" : "sentBefore",
            };
      assert.deepEqual(others?.outcome, told);
    });

  it("is not told to be missing where a second one may be on its way, or the list does not tell", async () => {
    const panel = new SitePanel();
    panel.before = failing(page);
    const first = await panel.create();
    assert.ok(first.kind === "missing");
    panel.before = failing(silence);
    await panel.create(plain, undefined, { despite: first.sentAt });
    assert.equal((await inAnotherWindow(panel)).kind, "uncertain");
    const unread = new SitePanel();
    unread.before = failing(page);
    await unread.create();
    unread.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await inAnotherWindow(unread), { kind: "uncertain", notListed: false });
  });

  it("is not taken for deleted, and sent again, where not every row of the list can be read", async () => {
    const panel = new SitePanel();
    assert.equal((await panel.create()).kind, "created");
    panel.sites.pop();
    panel.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", notListed: false });
    assert.equal(panel.sent, 1);
  });

  it("is not told to be unlisted where nobody knows what was there before, and one of its name is", async () => {
    const panel = new SitePanel();
    panel.list = failing(page);
    panel.answer = failing(page);
    await panel.create();
    panel.list = () => undefined;
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", notListed: false });
  });

  it("waits for a window that is sending, and says so", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const phases: SubmissionPhase[] = [];
    const { clock } = panel.fixture;
    clock.onSlept = () => {
      if (phases.length === 3) panel.sites.push(rowOf(77, "new.example.com"));
    };
    const creation = await inAnotherWindow(panel, { onPhase: (phase) => phases.push(phase) });
    assert.deepEqual(creation, { kind: "existed", site: { id: 77, name: "new.example.com" } });
    assert.ok(phases.every((phase) => phase === "waiting"));
    assert.equal(panel.sent, 1);
  });

  it("waits no longer than a window can be sending, and can be cancelled before", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const stop = new AbortController();
    const { clock } = panel.fixture;
    const began = clock.wallTime();
    clock.onSlept = (time) => time > began + 3_000 && stop.abort();
    const other = new RunnerFixture({}).runner;
    assert.deepEqual(await panel.create(plain, stop.signal, { runner: other }), {
      kind: "failed",
      failure: { kind: "cancelled" },
    });
    clock.onSlept = () => undefined;
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", notListed: true });
    assert.ok(clock.wallTime() - began < 130_000);
    assert.equal(panel.sent, 1);
  });

  it("is not sent while another window may still be sending it, whatever a person was told meanwhile", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const { clock } = panel.fixture;
    const began = clock.wallTime();
    const resumed = await resume(panel);
    assert.ok(resumed.kind === "uncertain");
    const sentAt: number[] = [];
    panel.before = () => {
      sentAt.push(clock.wallTime() - began);
    };
    await inAnotherWindow(panel, { despite: resumed.sentAt });
    assert.ok((sentAt[0] ?? 0) >= 120_000, `sent after ${sentAt[0]} ms`);
  });

  it("is not sent by a window that slept between looking and claiming", async () => {
    const panel = new SitePanel();
    const { files } = panel;
    let isFirst = true;
    const create: typeof files.create = async (path, text) => {
      if (isFirst && path.endsWith(".sending")) {
        isFirst = false;
        panel.fixture.clock.time += 20_000;
        await inAnotherWindow(panel);
      }
      await files.create(path, text);
    };
    const creation = await panel.create(plain, undefined, { files: { ...files, create } });
    assert.deepEqual([creation.kind, panel.sent], ["existed", 1]);
  });

  it("sends after all when the other window's panel refused", async () => {
    const panel = new SitePanel();
    panel.before = failing({ kind: "rejected", message: "no" });
    assert.equal((await panel.create()).kind, "failed");
    panel.before = () => undefined;
    assert.equal((await inAnotherWindow(panel)).kind, "created");
  });

  it("is sent once however far the clock is set on, and again once that much time has passed", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    await panel.create();
    const { clock } = panel.fixture;
    const set: Clock = {
      wallTime: () => clock.wallTime() + 86_400_000,
      monotonic: () => clock.monotonic(),
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
      after: (milliseconds, act) => clock.after(milliseconds, act),
    };
    const later = await inAnotherWindow(panel, { clock: set });
    assert.deepEqual([later.kind, panel.sent], ["uncertain", 1]);
    clock.time += 900_000;
    await inAnotherWindow(panel, { clock: set });
    assert.equal(panel.sent, 2);
  });

  it("is not taken for one that a person was told of where the clock was set back in between", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    const first = await panel.create();
    assert.ok(first.kind === "uncertain");
    panel.fixture.clock.time -= 600_000;
    const despite = first.sentAt;
    await inAnotherWindow(panel, { despite });
    assert.equal(panel.sent, 2);
    const other = await inAnotherWindow(panel, { despite });
    assert.deepEqual([other.kind, panel.sent], ["uncertain", 2]);
  });

  it("keeps no submission of a request that was cancelled in time", async () => {
    const panel = new SitePanel();
    const stop = new AbortController();
    const { files } = panel;
    const create: typeof files.create = async (path, text) => {
      await files.create(path, text);
      if (path.endsWith(".sending")) stop.abort();
    };
    const creation = await panel.create(plain, stop.signal, { files: { ...files, create } });
    assert.deepEqual(creation, { kind: "failed", failure: { kind: "cancelled" } });
    assert.equal(panel.sent, 0);
    assert.equal((await panel.create()).kind, "created");
  });

  it("tells nothing of one server to a request for another", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    await panel.create();
    const moved = { ...panel.fixture.request.panel, address: "https://192.0.2.2:8888" };
    await inAnotherWindow(panel, { panel: moved });
    assert.equal(panel.sent, 2);
  });

  it("leaves no secret on the disk", async () => {
    const panel = new SitePanel();
    const written: string[] = [];
    const { files } = panel;
    const create: typeof files.create = async (path, text) => {
      written.push(path, text);
      return files.create(path, text);
    };
    await panel.create(full, undefined, { files: { ...files, create } });
    assert.ok(written.some((path) => path.endsWith(".sending")));
    assert.doesNotMatch(written.join("\n"), /Secret/);
  });
});

describe("a site whose window was closed, and whose form did not come back", () => {
  const AFTER_MS = 120_000;
  const asked = { domain: plain.domain, port: plain.port };

  /** Looks for what a window began at a time. */
  function look(panel: SitePanel, at: number, what: unknown = asked) {
    const { clock, request } = panel.fixture;
    const options = { panel: request.panel, root: "/storage", files: panel.files, clock, waitMs: 5_000 };
    return findAbandonedSite(what, at, options, new AbortController().signal);
  }

  it("is looked for once its call must be over, and found", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    assert.equal(await look(panel, at), undefined);
    clock.time += AFTER_MS;
    const evidence = { name: "id", value: "11" };
    assert.deepEqual(await look(panel, at), { kind: "done", evidence, why: "abandoned" });
    assert.equal(panel.sent, 1);
  });

  it("is told with what is so now where it is not listed", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    panel.sites.pop();
    clock.time += AFTER_MS;
    const evidence = { name: "state", value: "unlisted" };
    assert.deepEqual(await look(panel, at), { kind: "uncertain", cause: undefined, why: "abandoned", evidence });
  });

  it("is looked for later where its panel cannot be asked", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    clock.time += AFTER_MS;
    for (const failure of [{ kind: "keyNeeded" }, { kind: "timeout", afterMs: 1 }] as const) {
      panel.list = failing(failure);
      assert.equal(await look(panel, at), undefined, failure.kind);
    }
  });

  it("is not told to be unlisted where nobody knows what was there before, or what was asked for", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime() - AFTER_MS;
    const unknownOutcome = { kind: "uncertain", cause: undefined, why: "abandoned" };
    assert.deepEqual(await look(panel, at), unknownOutcome);
    assert.deepEqual(await look(panel, at, "nothing"), unknownOutcome);
  });

  it("is written down without a password right before it is sent", async () => {
    const panel = new SitePanel();
    const begun: string[] = [];
    panel.before = () => assert.equal(begun.length, 1);
    const files = memoryFiles();
    const create: typeof files.create = async (path, text) => {
      if (path.startsWith("/data/pending")) begun.push(text);
      return files.create(path, text);
    };
    const { runner } = new RunnerFixture({}, 0, { ...files, create });
    assert.equal((await panel.create(full, undefined, { runner })).kind, "created");
    assert.match(begun.join(), /new\.example\.com/);
    assert.doesNotMatch(begun.join(), /Secret/);
    assert.deepEqual([await files.list("/data/pending"), await files.list("/data/claims")], [[], []]);
  });
});

describe("resumeSite", () => {
  it("finds what a reloaded window has sent, and sends nothing", async () => {
    const panel = new SitePanel();
    const { clock, request } = panel.fixture;
    const parts = { panel: request.panel, request: plain, root: "/storage", files: panel.files, clock };
    assert.equal(await wasSiteSent(parts), false);
    await reloadMidSend(panel);
    assert.equal(await wasSiteSent(parts), true);
    const creation = await resume(panel, full);
    assert.partialDeepStrictEqual(creation, {
      kind: "partly",
      cause: "interrupted",
      site: { id: 11, name: "new.example.com", ftp: "unknown", database: "unknown", credentials: [] },
    });
    assert.equal((await inAnotherWindow(panel)).kind, "existed");
    assert.equal(panel.sent, 1);
  });

  it("does not claim that nothing was created, and lets a person try again", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const creation = await resume(panel);
    assert.ok(creation.kind === "uncertain");
    assert.deepEqual([creation.cause, creation.notListed], ["interrupted", true]);
    assert.equal((await inAnotherWindow(panel, { despite: creation.sentAt })).kind, "created");
    assert.equal(panel.sent, 2);
  });

  it("takes neither an older site nor one on another port for the one that was sent", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(9, "new.example.com"));
    await reloadMidSend(panel);
    panel.sites.pop();
    assert.equal((await resume(panel)).kind, "uncertain");
    panel.sites.push(rowOf(78, "new.example.com"));
    panel.domains = () => [{ name: "new.example.com", port: 8081 }];
    assert.partialDeepStrictEqual(await resume(panel), { kind: "uncertain", notListed: false });
  });

  it("is uncertain where the sites cannot be read, and ends when it is cancelled", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.list = failing({ kind: "unsupported" });
    assert.partialDeepStrictEqual(await resume(panel), { kind: "uncertain", notListed: false });
    panel.list = () => {
      throw new PanelError({ kind: "timeout", afterMs: 1 });
    };
    assert.equal((await resume(panel, plain, AbortSignal.abort())).kind, "uncertain");
  });
});
