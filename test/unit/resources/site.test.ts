import assert from "node:assert/strict";
import { site } from "../../../src/resources/site.ts";
import { factValue } from "../../../src/texts/resourceTexts.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const NOW = 1_700_000_000_000;

describe("site", () => {
  it("has its id for a key and its name for a label", () => {
    assert.equal(site.key(siteRow({ id: 14 })), "14");
    assert.equal(site.key(siteRow({ name: "a" })), undefined);
    assert.equal(site.label(siteRow({ id: 14, name: "a.example.com" })), "a.example.com");
    assert.equal(site.label(siteRow({ id: 14 })), "14");
  });

  it("has its name in its own script for a label, and the one on the wire beside it", () => {
    const punycode = "xn--mller-kva.example";
    const row = siteRow({ name: punycode });
    assert.deepEqual([site.label(row), site.alias?.(row)], ["müller.example", punycode]);
    assert.deepEqual(site.facts(row, NOW), [{ name: "punycode", value: punycode }]);
    assert.equal(site.label(siteRow({ name: `${punycode}_8080` })), "müller.example_8080");
    assert.equal(site.label(siteRow({ name: "xn--czrs0t.xn--fsqu00a.xn--fiqs8s_81" })), "商店.例子.中国_81");
    for (const name of ["a.example.com", "xn--a.example"]) {
      assert.deepEqual([site.label(siteRow({ name })), site.alias?.(siteRow({ name }))], [name, undefined]);
      assert.deepEqual(site.facts(siteRow({ name }), NOW), []);
    }
  });

  it("of WordPress is one of its group, which is not deleted from here", () => {
    const row = siteRow({ id: 1, name: "blog.example", type: "WP", php: "8.2", running: false });
    assert.equal(site.state(row, NOW), "stopped");
    const [type, php] = site.facts(row, NOW);
    assert.deepEqual([type && factValue(type), php?.value], ["WordPress", "8.2"]);
    const deletable = ["PHP", "WP", undefined].map((of) => site.actions.remove?.appliesTo?.(siteRow({ type: of })));
    assert.deepEqual(deletable, [true, false, true]);
  });

  it("runs, is stopped, or does not tell", () => {
    const states = [true, false, undefined].map((running) => site.state(siteRow({ running, type: "PHP" }), NOW));
    assert.deepEqual(states, ["running", "stopped", "unknown"]);
  });

  it("of another type has its state elsewhere, and none where the panel does not tell the type", () => {
    const state = (type: string | undefined) => site.state(siteRow({ running: true, type }), NOW);
    assert.deepEqual(["PHP", "Java", "Node", "php", "", undefined].map(state), [
      "running",
      "elsewhere",
      "elsewhere",
      "elsewhere",
      "elsewhere",
      "running",
    ]);
  });

  it("tells what is known of it, its note as plain text", () => {
    const certificate = { daysLeft: 89, validTo: "2027-02-19", issuer: "R11" };
    const row = siteRow({ type: "PHP", php: "8.2", certificate, root: "/www/a", note: "&lt;b&gt;<br>x" });
    assert.deepEqual(site.facts(row, NOW), [
      { name: "php", value: "8.2" },
      { name: "certificateDays", value: "89" },
      { name: "root", value: "/www/a" },
      { name: "note", value: "<b> x" },
    ]);
    assert.deepEqual(site.facts(siteRow({ certificate: "none" }), NOW), []);
  });

  it("tells the type of what is not PHP, and no PHP version with it", () => {
    assert.deepEqual(site.facts(siteRow({ type: "Java", php: "static" }), NOW), [{ name: "type", value: "Java" }]);
    for (const php of ["static", "other"] as const)
      assert.deepEqual(site.facts(siteRow({ type: "PHP", php }), NOW), [{ name: "type", value: php }]);
    assert.deepEqual(site.facts(siteRow({ type: "WP", php: "static" }), NOW), [{ name: "type", value: "WP" }]);
  });
});

/** A panel with sites, on which everything that is sent happens, and which keeps its pages of two. */
class SitePanel {
  sites: Site[];
  readonly fixture: RunnerFixture;
  readonly #shown: Site | undefined;

  constructor(first: Partial<Site> = {}, ...others: readonly Partial<Site>[]) {
    this.sites = [first, ...others].map((row) =>
      siteRow({ id: 7, name: "a.example.com", type: "PHP", running: true, ...row }),
    );
    this.#shown = this.sites.find(({ id }) => id === 7) ?? siteRow({ id: 7, name: "a.example.com" });
    const become = (running: boolean) => (params: { readonly id: number }) => {
      this.sites = this.sites.map((row) => (row.id === params.id ? { ...row, running } : row));
      return { msg: undefined };
    };
    this.fixture = new RunnerFixture({
      "site.list": ({ page }) => listOf(this.sites.slice(page * 2 - 2, page * 2), this.sites.length),
      "site.start": become(true),
      "site.stop": become(false),
      "site.delete": (params) => {
        this.sites = this.sites.filter(({ id }) => id !== params.id);
        return { msg: undefined };
      },
    });
  }

  run(verb: "start" | "stop" | "remove", input = {}) {
    return this.fixture.run({
      kind: "site",
      verb,
      target: { key: "7", label: "a.example.com" },
      row: this.#shown,
      input,
    });
  }

  /** What changed something. */
  get sent(): readonly unknown[] {
    return this.fixture.calls.made.filter(([id]) => id !== "site.list");
  }
}

describe("what is done to a site", () => {
  it("names it as it was shown", async () => {
    const panel = new SitePanel();
    assert.deepEqual(await panel.run("stop"), { kind: "done", evidence: undefined });
    assert.deepEqual(await panel.run("start"), { kind: "done", evidence: undefined });
    assert.deepEqual(await panel.run("remove"), { kind: "done", evidence: undefined });
    const site7 = { id: 7, name: "a.example.com" };
    assert.deepEqual(panel.sent, [
      ["site.stop", site7],
      ["site.start", site7],
      ["site.delete", { ...site7, withRoot: false, withFtp: false, withDatabase: false }],
    ]);
  });

  it("starts and stops WordPress, and never deletes it", async () => {
    const panel = new SitePanel({ type: "WP" });
    assert.equal((await panel.run("stop")).kind, "done");
    assert.equal((await panel.run("start")).kind, "done");
    const rejected = { kind: "failed", failure: { kind: "invalid", field: "name", rule: "shape" } };
    assert.deepEqual(await panel.run("remove"), rejected);
    assert.deepEqual(await new SitePanel({ type: "Java" }).run("stop"), rejected);
    assert.equal(panel.sent.length, 2);
  });

  it("is not sent where it is so already", async () => {
    const panel = new SitePanel();
    assert.deepEqual(await panel.run("start"), { kind: "already" });
    assert.deepEqual(await new SitePanel({ running: false }).run("stop"), { kind: "already" });
    assert.equal((await new SitePanel({ running: undefined }).run("stop")).kind, "done");
    assert.deepEqual(panel.sent, []);
  });

  it("takes away with a site what was chosen, and nothing else", async () => {
    const parts = async (chosen: readonly ("root" | "ftp" | "database")[]) => {
      const panel = new SitePanel();
      await panel.run("remove", { with: chosen });
      const [[, sent] = []] = panel.sent as readonly (readonly [string, Readonly<Record<string, unknown>>])[];
      return ["withRoot", "withFtp", "withDatabase"].filter((name) => sent?.[name] === true);
    };
    assert.deepEqual(await parts([]), []);
    assert.deepEqual(await parts(["root"]), ["withRoot"]);
    assert.deepEqual(await parts(["ftp"]), ["withFtp"]);
    assert.deepEqual(await parts(["database"]), ["withDatabase"]);
    assert.deepEqual(await parts(["database", "root"]), ["withRoot", "withDatabase"]);
  });

  it("is refused for rows of another type, or of none", async () => {
    for (const type of ["Java", "Node", "php", "", undefined])
      for (const verb of ["stop", "remove"] as const) {
        const panel = new SitePanel({ type });
        const failure = { kind: "invalid", field: "name", rule: "shape" };
        assert.deepEqual(await panel.run(verb), { kind: "failed", failure }, `${verb} ${type}`);
        assert.deepEqual(panel.sent, []);
      }
  });

  it("is refused for names from which a panel would build another path", async () => {
    for (const name of ["", " ", "a b", "a/b", "../etc", "a;b", "a\nb", "例子.中国", "*", "a$b", undefined]) {
      const panel = new SitePanel({ name });
      const outcome = await panel.run("remove");
      assert.deepEqual(outcome, { kind: "failed", failure: { kind: "invalid", field: "name", rule: "shape" } }, name);
      assert.deepEqual(panel.sent, []);
    }
  });

  it("is refused where nothing was seen just before", async () => {
    const calls = new FakeCalls({});
    for (const verb of ["start", "stop", "remove"] as const) {
      const send = async () => site.actions[verb]?.send(calls.callFor(), { key: "7", label: "a" }, {}, undefined);
      await assert.rejects(send, (error) => failureOf(error)?.kind === "invalid");
    }
    assert.deepEqual(calls.made, []);
  });

  it("is not offered for what a person named, nor for sites of another type", () => {
    for (const { offered } of Object.values(site.actions))
      assert.ok(!offered.includes("manual") && !offered.includes("elsewhere"));
    assert.equal(site.actions.remove?.safeguard, "typeName");
  });

  it("looks only on its page while it waits, and through all where it is no longer there", async () => {
    const panel = new SitePanel({ id: 1 }, { id: 2 }, { id: 3 }, { id: 7 }, { id: 9 });
    const { handlers } = panel.fixture.calls;
    let looks = 0;
    const asked: number[] = [];
    panel.fixture.calls.handlers = {
      ...handlers,
      "site.stop": () => ({ msg: undefined }),
      "site.list": (params) => {
        asked.push(params.page);
        looks += 1;
        // it stops late, and other sites push it to another page meanwhile
        if (looks === 6) panel.sites = [siteRow({ id: 10 }), ...panel.sites, siteRow({ id: 11 })];
        if (looks === 10) panel.sites = panel.sites.map((row) => (row.id === 7 ? { ...row, running: false } : row));
        return listOf(panel.sites.slice(params.page * 2 - 2, params.page * 2), panel.sites.length);
      },
    };
    assert.equal((await panel.run("stop")).kind, "done");
    assert.deepEqual(asked, [1, 2, 2, 2, 2, 2, 1, 2, 3, 3]);
  });

  it("looks through the pages for it, and to the end", async () => {
    const panel = new SitePanel({ id: 1 }, { id: 2 }, { id: 3 }, { id: 7 }, { id: 9 });
    assert.equal((await panel.run("remove")).kind, "done");
    const pages = panel.fixture.calls.made.map(([id, params]) =>
      id === "site.list" ? (params as { readonly page: number }).page : id,
    );
    assert.deepEqual(pages, [1, 2, "site.delete", 2, 1, 2, 3]);
    assert.deepEqual(await panel.run("remove"), { kind: "gone" });
  });

  it("asks once where the first page has all that there are", async () => {
    const panel = new SitePanel({ id: 1 }, { id: 2 });
    assert.deepEqual(await panel.run("remove"), { kind: "gone" });
    assert.equal(panel.fixture.calls.made.length, 1);
  });

  it("finds it on a page of which not one row could be read", async () => {
    const unreadable = [{ index: 0, fields: ["id"] }];
    const fixture = new RunnerFixture({
      "site.list": ({ page }) =>
        page === 1 ? { rows: [], unreadable, total: 2 } : listOf([siteRow({ id: 7, type: "PHP", running: true })]),
    });
    const row = siteRow({ id: 7 });
    assert.deepEqual(await fixture.run({ kind: "site", verb: "start", target: { key: "7", label: "a" }, row }), {
      kind: "already",
    });
  });

  it("ends with a panel that answers the same page for ever", async () => {
    const fixture = new RunnerFixture({ "site.list": () => listOf([siteRow({ id: 1 })], 2) });
    const outcome = await fixture.run({ kind: "site", verb: "start", target: { key: "7", label: "a" } });
    const failure = { kind: "malformed", fields: ["(total)"] };
    assert.deepEqual([outcome, fixture.calls.made.length], [{ kind: "failed", failure }, 6]);
  });

  it("is not done while the panel shows it as it was", async () => {
    for (const verb of ["stop", "remove"] as const) {
      const panel = new SitePanel();
      const { handlers } = panel.fixture.calls;
      panel.fixture.calls.handlers = {
        ...handlers,
        "site.stop": () => ({ msg: undefined }),
        "site.delete": () => ({ msg: undefined }),
      };
      assert.deepEqual(await panel.run(verb), { kind: "sent", why: "timedOut", evidence: undefined });
    }
  });
});
