import assert from "node:assert/strict";
import { earlierCreations, findAbandonedSite, resumeSite } from "../../../../src/siteForm/creation/resumeSite.ts";
import { PanelError, panelFailureOf, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import type { SiteRequest } from "../../../../src/siteForm/siteRequest.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { full, plain, rowOf, SitePanel } from "../../../fakes/sitePanel.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";

const silence: PanelFailure = { kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } };
const page: PanelFailure = { kind: "page", status: 404 };
const malformed: PanelFailure = { kind: "malformed", fields: ["(whole)"] };

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

function resume(panel: SitePanel, site: SiteRequest = plain, signal = new AbortController().signal) {
  const { clock, request } = panel.fixture;
  return resumeSite(
    site,
    { panel: request.panel, claims: panel.claims, clock, waitMs: 5_000, failureIn: panelFailureOf },
    signal,
  );
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
    assert.deepEqual(
      (await Promise.all(others)).map(({ kind }) => kind),
      ["already", "already"],
    );
    assert.equal((await first).kind, "done");
    assert.equal(panel.sent, 1);
    panel.sites.pop();
    assert.equal((await panel.create()).kind, "done");
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
    it(`sends once if ${name}, until the informed user tries again`, async () => {
      const panel = new SitePanel();
      change(panel);
      const first = panel.create();
      while (panel.sent === 0) await Promise.resolve();
      await Promise.all([inAnotherWindow(panel), inAnotherWindow(panel)]);
      await first;
      assert.equal(panel.sent, 1);
      const later = await inAnotherWindow(panel);
      assert.ok(later.kind === "uncertain" || later.kind === "failed");
      assert.equal(panel.sent, 1);
      await inAnotherWindow(panel, { despite: later.sentAt ?? 0 });
      assert.equal(panel.sent, 2);
      assert.equal((await inAnotherWindow(panel, { despite: later.sentAt ?? 0 })).kind, later.kind, "of another one");
      panel.fixture.clock.time += 901_000;
      await inAnotherWindow(panel);
      assert.equal(panel.sent, 3);
    });

  for (const failure of [page, malformed, silence, { kind: "page", status: 504 }] as const)
    it(`reports the same outcome in both forms and in Activity: ${JSON.stringify(failure)}`, async () => {
      const panel = new SitePanel();
      panel.before = failing(failure);
      const other = panel.window();
      const first = await panel.create();
      const second = await inAnotherWindow(panel, { runner: other.runner });
      const resumed = await resume(panel);
      assert.equal(panel.sent, 1);
      const why = first.kind === "uncertain" && first.why === "notListed" ? "sentBeforeNotListed" : "sentBefore";
      const expected = first.kind === "failed" ? { ...first, why } : { ...first, cause: undefined, why };
      assert.deepEqual([second, resumed], [expected, expected]);
      assert.deepEqual([panel.fixture.finished[0]?.outcome, other.finished[0]?.outcome], [first, expected]);
    });

  it("does not report absence while a second request may be pending or the list is unreadable", async () => {
    const panel = new SitePanel();
    panel.before = failing(page);
    const first = await panel.create();
    assert.ok(first.kind === "failed");
    panel.before = failing(silence);
    await panel.create(plain, undefined, { despite: first.sentAt ?? 0 });
    assert.equal((await inAnotherWindow(panel)).kind, "uncertain");
    const unread = new SitePanel();
    unread.before = failing(page);
    await unread.create();
    unread.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await inAnotherWindow(unread), { kind: "uncertain", why: "sentBefore" });
  });

  it("does not assume deletion if some rows of the list are unreadable", async () => {
    const panel = new SitePanel();
    assert.equal((await panel.create()).kind, "done");
    panel.sites.pop();
    panel.sites.push({ ...rowOf(9, "x"), id: undefined });
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", why: "sentBefore" });
    assert.equal(panel.sent, 1);
  });

  it("does not report an unlisted site if one with its name exists and the earlier sites are unknown", async () => {
    const panel = new SitePanel();
    panel.list = failing(page);
    panel.answer = failing(page);
    await panel.create();
    panel.list = () => undefined;
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", why: "sentBefore" });
  });

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
      why: "sentBefore",
      site: { id: 77, name: "new.example.com" },
    });
    assert.ok(phases.every((phase) => phase === "waiting"));
    assert.equal(panel.sent, 1);
  });

  it("waits at most for the deadline of the request, unless cancelled", async () => {
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
    assert.partialDeepStrictEqual(await inAnotherWindow(panel), { kind: "uncertain", why: "sentBeforeNotListed" });
    assert.ok(clock.wallTime() - began < 130_000);
    assert.equal(panel.sent, 1);
  });

  it("does not send while another window may be sending, even for an informed user", async () => {
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
    await inAnotherWindow(panel, { despite: resumed.sentAt ?? 0 });
    assert.ok((sentAt[0] ?? 0) >= 120_000, `sent after ${sentAt[0]} ms`);
  });

  it("does not send after a sleep between the search and the claim", async () => {
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
    assert.deepEqual([creation.kind, panel.sent], ["already", 1]);
  });

  it("sends after a refusal in the other window", async () => {
    const panel = new SitePanel();
    panel.before = failing({ kind: "rejected", message: "no" });
    assert.equal((await panel.create()).kind, "failed");
    panel.before = () => undefined;
    assert.equal((await inAnotherWindow(panel)).kind, "done");
  });

  it("sends once even if the clock is set forward, and again after that time", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    await panel.create();
    const { clock } = panel.fixture;
    clock.setBy = 86_400_000;
    const later = await inAnotherWindow(panel);
    assert.deepEqual([later.kind, panel.sent], ["uncertain", 1]);
    clock.time += 900_000;
    await inAnotherWindow(panel);
    assert.equal(panel.sent, 2);
  });

  it("does not treat a request as known to the user after the clock was set back", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    const first = await panel.create();
    assert.ok(first.kind === "uncertain");
    panel.fixture.clock.setBy = -600_000;
    const despite = first.sentAt ?? 0;
    await inAnotherWindow(panel, { despite });
    assert.equal(panel.sent, 2);
    const other = await inAnotherWindow(panel, { despite });
    assert.deepEqual([other.kind, panel.sent], ["uncertain", 2]);
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

  it("keeps requests for different servers apart", async () => {
    const panel = new SitePanel();
    panel.before = failing(silence);
    await panel.create();
    const moved = { ...panel.fixture.request.panel, address: "https://192.0.2.2:8888" };
    await inAnotherWindow(panel, { panel: moved });
    assert.equal(panel.sent, 2);
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

  /** Looks for what a window began at a time. */
  function look(panel: SitePanel, at: number, what: unknown = asked) {
    const { clock, request } = panel.fixture;
    const options = { panel: request.panel, claims: panel.claims, clock, waitMs: 5_000, failureIn: panelFailureOf };
    return findAbandonedSite(what, at, options, new AbortController().signal);
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
    const withAccounts = { ...asked, ftp: { user: "shop" }, database: { user: "shop" }, highest: 10 };
    const site = { ftp: "unknown", database: "unknown", git: "notAsked" };
    assert.partialDeepStrictEqual(await look(panel, at, withAccounts), { kind: "done", site });
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

  it("retries later if the panel cannot be reached", async () => {
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

  it("retries later if the domains of what may be the site cannot be read", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime();
    await reloadMidSend(panel);
    panel.domains = failing({ kind: "timeout", afterMs: 1 });
    clock.time += AFTER_MS;
    assert.equal(await look(panel, at), undefined);
  });

  it("does not report an unlisted site if the earlier sites or the request are unknown", async () => {
    const panel = new SitePanel();
    const { clock } = panel.fixture;
    const at = clock.wallTime() - AFTER_MS;
    const unknownOutcome = { kind: "uncertain", cause: undefined, why: "abandoned" };
    assert.deepEqual(await look(panel, at), unknownOutcome);
    assert.deepEqual(await look(panel, at, "nothing"), unknownOutcome);
  });
});

describe("resumeSite", () => {
  it("finds the site of a reloaded window and sends nothing", async () => {
    const panel = new SitePanel();
    const sent = async () => earlierCreations(plain, { panel: panel.fixture.request.panel, claims: panel.claims });
    assert.deepEqual(await sent(), []);
    await reloadMidSend(panel);
    assert.equal((await sent()).length, 1);
    const creation = await resume(panel, full);
    assert.partialDeepStrictEqual(creation, {
      kind: "done",
      why: "abandoned",
      site: { id: 11, name: "new.example.com", ftp: "unknown", database: "unknown", credentials: [] },
    });
    assert.equal((await inAnotherWindow(panel)).kind, "already");
    assert.equal(panel.sent, 1);
  });

  it("finds a site that comes while the other window may still be sending", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const { clock } = panel.fixture;
    const comesAt = clock.wallTime() + 4_000;
    clock.onSlept = (time) => {
      if (time >= comesAt && panel.sites.length === 1) panel.sites.push(rowOf(77, "new.example.com"));
    };
    assert.partialDeepStrictEqual(await resume(panel), { kind: "done", why: "abandoned", site: { id: 77 } });
  });

  it("does not report absence, and allows another attempt", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.sites.pop();
    const creation = await resume(panel);
    assert.ok(creation.kind === "uncertain");
    assert.deepEqual(creation.evidence, { name: "state", value: "unlisted" });
    assert.equal((await inAnotherWindow(panel, { despite: creation.sentAt ?? 0 })).kind, "done");
    assert.equal(panel.sent, 2);
  });

  it("does not conclude absence from a single empty list", async () => {
    const panel = new SitePanel();
    panel.before = failing(page);
    await panel.create();
    panel.sites.push(rowOf(77, "new.example.com"));
    let readings = 0;
    panel.list = () => {
      const isListed = ++readings > 1;
      panel.total = isListed ? undefined : 0;
      panel.pageSize = isListed ? 200 : 0;
    };
    assert.partialDeepStrictEqual(await resume(panel), { kind: "done", why: "sentBefore", site: { id: 77 } });
  });

  it("ignores older sites and sites on another port", async () => {
    const panel = new SitePanel();
    panel.sites.push(rowOf(9, "new.example.com"));
    await reloadMidSend(panel);
    panel.sites.pop();
    assert.equal((await resume(panel)).kind, "uncertain");
    panel.sites.push(rowOf(78, "new.example.com"));
    panel.domains = () => [{ name: "new.example.com", port: 8081 }];
    assert.partialDeepStrictEqual(await resume(panel), { kind: "uncertain", why: "abandoned", evidence: undefined });
  });

  it("is uncertain if the list is unreadable, and ends on cancel", async () => {
    const panel = new SitePanel();
    await reloadMidSend(panel);
    panel.list = failing({ kind: "unsupported" });
    assert.partialDeepStrictEqual(await resume(panel), { kind: "uncertain", why: "abandoned", evidence: undefined });
    panel.list = () => {
      throw new PanelError({ kind: "timeout", afterMs: 1 });
    };
    assert.equal((await resume(panel, plain, AbortSignal.abort())).kind, "uncertain");
  });
});
