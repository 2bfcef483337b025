import assert from "node:assert/strict";
import { emptySiteDraft } from "../../../../src/siteForm/siteDraft.ts";
import type { News, SiteFormRequest, SiteFormResult } from "../../../../src/siteForm/protocol.ts";
import { SiteFormSession } from "../../../../src/siteForm/window/siteFormSession.ts";
import { createdOutcome, FakeHost, notCreated, notSent, uncertain } from "../../../ui/form/fakeHost.ts";
import { goodDraft } from "../drafts.ts";

const { name, address } = new FakeHost().panel;

/** A submit from a summary that names a panel: the host's own at first unless told otherwise. */
const shownOn = (params: unknown) => ({ panel: { name, address }, ...(params as object) });

/** A form's session with a host that the test steers. */
function openForm(draft?: typeof goodDraft) {
  const host = new FakeHost();
  const copied: string[] = [];
  const news: News[] = [];
  const session = new SiteFormSession({
    host,
    texts: undefined,
    draft,
    copy: async (text) => void copied.push(text),
    close: () => copied.push("closed"),
    post: (sent) => news.push(sent),
    problemText: String,
  });
  let id = 0;
  const ask = async <Name extends SiteFormRequest>(
    request: Name,
    params: unknown = request === "ready" ? { state: undefined } : {},
  ) => {
    id += 1;
    const answer = await session.receive({ id, request, params: request === "submit" ? shownOn(params) : params });
    assert.ok(answer?.ok, answer?.ok === false ? answer.problem : "no answer");
    return answer.result as SiteFormResult<Name>;
  };
  return { host, session, ask, copied, news };
}

const bare = { ...createdOutcome, site: { ...createdOutcome.site, credentials: [] } };

describe("SiteFormSession", () => {
  it("sends an attempt once, even if it is submitted repeatedly or from another page", async () => {
    const { host, ask } = openForm();
    await ask("ready");
    const first = ask("submit", { attempt: "a", draft: goodDraft });
    const others = ["a", "b"].map((attempt) => ask("submit", { attempt, draft: goodDraft }));
    host.settle(createdOutcome);
    assert.deepEqual(await first, createdOutcome);
    assert.deepEqual(await Promise.all(others), [bare, bare]);
    assert.deepEqual(await ask("submit", { attempt: "c", draft: goodDraft }), bare);
    assert.equal(host.submitted.length, 1);
  });

  it("returns credentials once, to the current page", async () => {
    const { host, ask } = openForm();
    await ask("ready");
    const lost = ask("submit", { attempt: "a", draft: goodDraft });
    assert.equal((await ask("ready")).hasOutcome, true);
    const seen = ask("outcome");
    host.settle(createdOutcome);
    assert.deepEqual(await lost, bare);
    assert.deepEqual(await seen, createdOutcome);
    assert.deepEqual(await ask("outcome"), bare);
  });

  for (const outcome of [notCreated("refused"), uncertain("no answer"), notSent])
    it(`allows a new attempt after ${outcome.kind}, but never repeats an attempt`, async () => {
      const { host, ask } = openForm();
      host.outcome = outcome;
      assert.deepEqual(await ask("submit", { attempt: "a", draft: goodDraft }), outcome);
      assert.deepEqual(await ask("submit", { attempt: "a", draft: goodDraft }), outcome);
      assert.equal(host.submitted.length, 1);
      await ask("submit", { attempt: "b", draft: goodDraft });
      assert.equal(host.submitted.length, 2);
    });

  it("checks the draft against the panel's choices", async () => {
    const { host, ask } = openForm();
    await ask("choices");
    const outcome = await ask("submit", { attempt: "a", draft: { ...goodDraft, php: "81" } });
    assert.deepEqual(outcome, {
      kind: "invalid",
      issues: [{ field: "php", severity: "error", text: "The panel does not have PHP 81 installed." }],
    });
    assert.equal(host.submitted.length, 0);
    host.outcome = createdOutcome;
    assert.equal((await ask("submit", { attempt: "a", draft: goodDraft })).kind, "created");
    assert.equal(host.submitted[0]?.root, "/www/wwwroot/shop.example.com");
  });

  it("aborts the submission on cancel", async () => {
    const { host, ask } = openForm();
    const running = ask("submit", { attempt: "a", draft: goodDraft });
    await ask("cancel");
    assert.equal(host.signals[0]?.aborted, true);
    host.settle(notSent);
    assert.deepEqual(await running, notSent);
  });

  it("continues a sent request after the form is closed, and reports its outcome", async () => {
    const { host, session, ask } = openForm();
    const running = ask("submit", { attempt: "a", draft: goodDraft });
    session.dispose();
    assert.equal(host.signals[0]?.aborted, false);
    host.settle(createdOutcome);
    await running;
    assert.equal(host.unseen, 1);
  });

  it("does not report an outcome that was shown", async () => {
    const { host, session, ask } = openForm();
    host.outcome = createdOutcome;
    await ask("submit", { attempt: "a", draft: goodDraft });
    session.dispose();
    assert.equal(host.unseen, 0);
  });

  it("copies, reveals, restarts and closes", async () => {
    const { host, ask, copied } = openForm();
    await ask("reveal");
    assert.deepEqual(host.revealed, []);
    host.outcome = createdOutcome;
    await ask("submit", { attempt: "a", draft: goodDraft });
    await ask("reveal");
    assert.partialDeepStrictEqual(host.revealed, [{ id: 11, name: "shop.example.com" }]);
    await ask("goOn", { step: "deploy" });
    assert.deepEqual(host.wentOn, [[11, "deploy"]]);
    await ask("restart");
    await ask("goOn", { step: "deploy" });
    assert.equal(host.wentOn.length, 1);
    assert.equal((await ask("ready")).hasOutcome, false);
    assert.equal((await ask("outcome")).kind, "notSent");
    await ask("copy", { text: "secret" });
    await ask("close");
    assert.deepEqual(copied, ["secret", "closed"]);
  });

  it("answers with a problem when the host throws, and allows a retry", async () => {
    const { host, session, ask } = openForm();
    host.choices = new Error("no panel");
    const choices = await session.receive({ id: 1, request: "choices", params: {} });
    assert.deepEqual(choices, { id: 1, ok: false, problem: "Error: no panel" });
    host.failure = new Error("defect");
    const submit = { request: "submit", params: shownOn({ attempt: "a", draft: goodDraft }) };
    assert.deepEqual(await session.receive({ id: 2, ...submit }), { id: 2, ok: false, problem: "Error: defect" });
    host.failure = undefined;
    host.outcome = createdOutcome;
    assert.equal((await ask("submit", submit.params)).kind, "created");
  });

  it("answers each request once and rejects invalid messages", async () => {
    const { host, session, ask } = openForm();
    for (const message of [
      undefined,
      "ready",
      { id: "1", request: "ready", params: {} },
      { id: 1.5, request: "ready" },
    ])
      assert.equal(await session.receive(message), undefined);
    for (const [request, params] of [
      ["toString", {}],
      ["listed", { hosts: "a.example", root: "/" }],
      ["copy", { text: 7 }],
      ["submit", { attempt: "a", draft: goodDraft }],
      ["submit", { attempt: "a", draft: goodDraft, panel: { name, address: "a".repeat(4_097) } }],
    ] as const) {
      const answer = await session.receive({ id: 1, request, params });
      assert.equal(answer?.ok, false, request);
      assert.doesNotMatch(JSON.stringify(answer), /shop\.example/);
    }
    // what cannot be read of a draft is empty
    const outcome = await ask("submit", { attempt: "a", draft: { ...goodDraft, domain: 7 } });
    assert.equal(outcome.kind, "invalid");
    assert.equal(host.submitted.length, 0);
  });

  for (const changed of [{ address: "https://192.0.2.2:8888" }, { name: "Other" }])
    it(`sends nothing if the panel differs from the summary: ${Object.keys(changed).join()}`, async () => {
      const { host, ask } = openForm();
      const shown = (await ask("ready")).panel;
      host.panel = { ...shown, ...changed };
      host.outcome = createdOutcome;
      const outcome = await ask("submit", { attempt: "a", draft: goodDraft });
      assert.deepEqual(outcome, { kind: "panelChanged", panel: host.panel });
      assert.equal(host.submitted.length, 0);
      const again = { attempt: "b", draft: goodDraft, panel: { name: host.panel.name, address: host.panel.address } };
      assert.equal((await ask("submit", again)).kind, "created");
    });

  it("posts every phase of a submission", async () => {
    const { host, ask, news } = openForm();
    host.phase = "waiting";
    const running = ask("submit", { attempt: "a", draft: goodDraft });
    host.tell("sending");
    host.settle(createdOutcome);
    await running;
    assert.deepEqual(
      news,
      ["waiting", "sending", "ended"].map((phase) => ({ news: "phase", phase })),
    );
  });

  it("withdraws an unsent request when the form is closed", async () => {
    const { host, session, ask } = openForm();
    host.phase = "waiting";
    const running = ask("submit", { attempt: "a", draft: goodDraft });
    session.dispose();
    assert.equal(host.signals[0]?.aborted, true);
    host.settle(notSent);
    await running;
  });

  it("posts changes of the panel", async () => {
    const { host, session, ask, news } = openForm();
    const { panel } = await ask("ready");
    host.panel = { ...panel, obstacle: "readOnly" };
    session.panelChanged();
    assert.deepEqual(news, [{ news: "panel", panel: host.panel }]);
    await ask("removeObstacle");
    assert.equal(host.removedObstacles, 1);
  });

  it("gives a page its own state again, and else what an agent has entered", async () => {
    const { ask } = openForm(goodDraft);
    const draft = { ...emptySiteDraft, domain: "typed.example.com" };
    const state = { panelId: "p1", draft, unresolved: "typed.example.com:80" };
    const restored = await ask("ready", { state });
    assert.deepEqual([restored.restored, restored.draft, restored.hasOutcome], [state, undefined, false]);
    for (const other of [undefined, "nothing", { ...state, panelId: "other" }]) {
      const init = await ask("ready", { state: other });
      assert.deepEqual([init.restored, init.draft], [undefined, goodDraft]);
    }
    const older = await ask("ready", { state: { panelId: "p1", draft } });
    assert.deepEqual(older.restored, { ...state, unresolved: "" });
  });
});
