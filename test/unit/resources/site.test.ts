import assert from "node:assert/strict";
import { judge } from "../../../src/actions/judge.ts";
import type { Part, PartKind } from "../../../src/resources/resource.ts";
import { site } from "../../../src/resources/site.ts";
import { siteParts } from "../../../src/resources/deletedSiteParts.ts";
import { failureText } from "../../../src/texts/failureTexts.ts";
import { factValue } from "../../../src/texts/resourceTexts.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { operations } from "../../../src/wire/operations/operations.ts";
import type { Site } from "../../../src/wire/operations/sites.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const NOW = 1_700_000_000_000;

/** The recycle bin is on while this file exists. */
const BIN = "/www/server/panel/data/recycle_bin.pl";

describe("site", () => {
  it("has its id as key and its name as label", () => {
    assert.equal(site.key(siteRow({ id: 14 })), "14");
    assert.equal(site.key(siteRow({ name: "a" })), undefined);
    assert.equal(site.label(siteRow({ id: 14, name: "a.example.com" })), "a.example.com");
    assert.equal(site.label(siteRow({ id: 14 })), "14");
  });

  it("has its name in its own script as label, and the name on the wire beside it", () => {
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

  it("of WordPress belongs to the group, but cannot be deleted", () => {
    const row = siteRow({ id: 1, name: "blog.example", type: "WP", php: "8.2", running: false });
    assert.equal(site.state(row, NOW), "stopped");
    const [type, php] = site.facts(row, NOW);
    assert.deepEqual([type && factValue(type), php?.value], ["WordPress", "8.2"]);
    const deletable = ["PHP", "WP", undefined].map((of) => site.actions.remove?.appliesTo?.(siteRow({ type: of })));
    assert.deepEqual(deletable, [true, false, true]);
  });

  it("is running, stopped or unknown", () => {
    const states = [true, false, undefined].map((running) => site.state(siteRow({ running, type: "PHP" }), NOW));
    assert.deepEqual(states, ["running", "stopped", "unknown"]);
  });

  it("of another type is managed elsewhere; unknown without a type", () => {
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

  it("shows its known facts, its note as plain text", () => {
    const domains = ["a.com", "xn--mller-kva.example"];
    const certificate = { daysLeft: 89, validTo: "2027-02-19", issuer: "R11", domains };
    const row = siteRow({ type: "PHP", php: "8.2", certificate, root: "/www/a", note: "&lt;b&gt;<br>x" });
    assert.deepEqual(site.facts(row, NOW), [
      { name: "php", value: "8.2" },
      { name: "certificateDays", value: "89" },
      { name: "site.certificateEnd", value: "2027-02-19" },
      { name: "site.certificateDomains", value: "a.com, müller.example" },
      { name: "site.certificateIssuer", value: "R11" },
      { name: "root", value: "/www/a" },
      { name: "note", value: "<b> x" },
    ]);
    assert.deepEqual(site.facts(siteRow({ certificate: "none" }), NOW), []);
  });

  it("shows its type instead of a PHP version, if it is not PHP", () => {
    assert.deepEqual(site.facts(siteRow({ type: "Java", php: "static" }), NOW), [{ name: "type", value: "Java" }]);
    for (const php of ["static", "other"] as const)
      assert.deepEqual(site.facts(siteRow({ type: "PHP", php }), NOW), [{ name: "type", value: php }]);
    assert.deepEqual(site.facts(siteRow({ type: "WP", php: "static" }), NOW), [{ name: "type", value: "WP" }]);
    assert.deepEqual(site.facts(siteRow({ type: "PHP", php: "word" }), NOW), []);
  });

  it("has a new PHP version also where the panel said in another language that it had none", () => {
    const { verification } = site.actions.changePhp ?? assert.fail();
    const seen = (php: Site["php"]) => ({ site: siteRow({ php }), page: 1 });
    const judged = (before: Site["php"], now: Site["php"], php: string) =>
      judge(verification, {
        before: seen(before),
        since: [{ atMs: 1, seen: seen(now) }],
        input: { php },
      });
    assert.equal(judged("word", "8.2", "82"), "done");
    assert.equal(judged("static", "8.2", "82"), "done");
    // it may be the word for static, or any other
    for (const [before, now, php] of [
      ["8.2", "word", "00"],
      ["word", "word", "00"],
      ["8.2", "8.2", "82"],
      [undefined, "8.2", "82"],
    ] as const)
      assert.equal(judged(before, now, php), "pending", `${before} to ${now}`);
    assert.equal(verification.evidence?.(seen("word"), undefined), undefined);
  });
});

/** A panel with sites in pages of two, on which every change happens. */
class SitePanel {
  sites: Site[];
  /** The existing files and directories. */
  readonly present = new Set(["/www/a", "/www/intranet", BIN]);
  ftpUser: string | undefined = "a_ftp";
  database: string | undefined = "a_db";
  /** Parts that the panel keeps although it should delete them. */
  readonly stays: PartKind[] = [];
  /** After a deletion, only the list of sites can be read. */
  isSilentAfterwards = false;
  readonly fixture: RunnerFixture;
  readonly #shown: Site | undefined;

  constructor(first: Partial<Site> = {}, ...others: readonly Partial<Site>[]) {
    this.sites = [first, ...others].map((row) =>
      siteRow({ id: 7, name: "a.example.com", root: "/www/a", type: "PHP", running: true, ...row }),
    );
    this.#shown = this.sites.find(({ id }) => id === 7) ?? siteRow({ id: 7, name: "a.example.com" });
    const become = (running: boolean) => (params: { readonly id: number }) => {
      this.sites = this.sites.map((row) => (row.id === params.id ? { ...row, running } : row));
      return { msg: undefined };
    };
    const accounts = (name: string | undefined) => {
      if (this.isSilentAfterwards && this.sites.length === 0) failing({ kind: "timeout", afterMs: 1 })();
      return listOf(name === undefined ? [] : [{ id: 1, site: 7, name, user: name, server: 0 }]);
    };
    this.fixture = new RunnerFixture({
      "site.list": ({ page }) => listOf(this.sites.slice(page * 2 - 2, page * 2), this.sites.length),
      "site.ftpUsers": () => accounts(this.ftpUser),
      "site.databases": () => accounts(this.database),
      "file.stat": ({ paths }) => {
        accounts(undefined);
        return listOf(paths.map((path) => fileEntry(path, this.present.has(path))));
      },
      "site.start": become(true),
      "site.stop": become(false),
      "site.delete": (params) => {
        const goes = (kind: PartKind, isAsked: boolean) => isAsked && !this.stays.includes(kind);
        if (goes("root", params.withRoot)) this.present.delete("/www/a");
        if (goes("ftp", params.withFtp)) this.ftpUser = undefined;
        if (goes("database", params.withDatabase)) this.database = undefined;
        this.sites = this.sites.filter(({ id }) => id !== params.id);
        return { msg: undefined };
      },
    });
  }

  change(id: number, row: Partial<Site>): void {
    this.sites = this.sites.map((each) => (each.id === id ? { ...each, ...row } : each));
  }

  /** The parts as the question shows them. */
  async shown(kinds: readonly PartKind[]): Promise<readonly Part[]> {
    const call = this.fixture.calls.callFor();
    const seen = { site: this.sites.find(({ id }) => id === 7) ?? assert.fail(), page: 1 };
    const parts = await Promise.all(kinds.map((kind) => siteParts.read(call, seen, kind)));
    return parts.filter((part) => part !== undefined);
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

  /** The calls that change something. */
  get sent(): readonly unknown[] {
    return this.fixture.calls.made.filter(([id]) => operations[id].effect !== "read");
  }
}

describe("an action on a site", () => {
  it("names the site as shown", async () => {
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

  it("deletes exactly the chosen parts", async () => {
    const sent = async (chosen: readonly PartKind[]) => {
      const panel = new SitePanel();
      await panel.run("remove", { with: await panel.shown(chosen) });
      const [[, params] = []] = panel.sent as readonly (readonly [string, Readonly<Record<string, unknown>>])[];
      return ["withRoot", "withFtp", "withDatabase"].filter((name) => params?.[name] === true);
    };
    assert.deepEqual(await sent([]), []);
    assert.deepEqual(await sent(["root"]), ["withRoot"]);
    assert.deepEqual(await sent(["ftp"]), ["withFtp"]);
    assert.deepEqual(await sent(["database"]), ["withDatabase"]);
    assert.deepEqual(await sent(["database", "root"]), ["withRoot", "withDatabase"]);
  });

  it("is not sent if the parts have changed", async () => {
    const changes: readonly (readonly [PartKind, (panel: SitePanel) => unknown, Partial<Part> | undefined])[] = [
      ["root", (panel) => panel.change(7, { root: "/www/intranet" }), { name: "/www/intranet" }],
      ["root", (panel) => panel.change(8, { root: "/www/a/public" }), { others: ["b.example.com"] }],
      ["root", (panel) => panel.present.delete(BIN), { others: [] }],
      ["root", (panel) => panel.present.delete("/www/a"), undefined],
      ["root", (panel) => panel.change(7, { root: "" }), undefined],
      ["ftp", (panel) => (panel.ftpUser = "b_ftp"), { name: "b_ftp" }],
      ["ftp", (panel) => (panel.ftpUser = undefined), undefined],
      ["database", (panel) => (panel.database = "b_db"), { name: "b_db" }],
    ];
    for (const [kind, change, now] of changes) {
      const panel = new SitePanel({ root: "/www/a" }, { id: 8, name: "b.example.com", root: "/www/b" });
      const shown = await panel.shown([kind]);
      change(panel);
      const outcome = await panel.run("remove", { with: shown });
      assert.ok(outcome.kind === "changed" && typeof outcome.now !== "string", kind);
      assert.equal(outcome.now.length, now === undefined ? 0 : 1);
      for (const [name, value] of Object.entries(now ?? {}))
        assert.deepEqual(outcome.now[0]?.[name as keyof Part], value);
      assert.deepEqual(panel.sent, []);
    }
  });

  it("ignores changes of parts that stay", async () => {
    for (const verb of ["stop", "remove"] as const) {
      const panel = new SitePanel({ root: "/www/a" });
      const shown = await panel.shown(["ftp"]);
      panel.change(7, { root: "/www/intranet" });
      assert.equal((await panel.run(verb, verb === "remove" ? { with: shown } : {})).kind, "done");
    }
  });

  it("is not sent if the parts cannot be read again", async () => {
    const panel = new SitePanel();
    const shown = await panel.shown(["ftp"]);
    const failure = { kind: "rejected", message: "no" } as const;
    panel.fixture.calls.handlers = { ...panel.fixture.calls.handlers, "site.ftpUsers": failing(failure) };
    assert.deepEqual(await panel.run("remove", { with: shown }), { kind: "failed", failure });
    assert.deepEqual(panel.sent, []);
  });

  it("looks at each deleted part afterwards", async () => {
    const after = async (arrange: (panel: SitePanel) => unknown) => {
      const panel = new SitePanel();
      const shown = await panel.shown(["root", "ftp", "database"]);
      arrange(panel);
      const outcome = await panel.run("remove", { with: shown });
      assert.equal(outcome.kind, "done");
      return outcome.kind === "done" ? outcome.parts?.map(({ kind, name, state }) => [kind, name, state]) : undefined;
    };
    assert.deepEqual(await after(() => undefined), [
      ["root", "/www/a", "gone"],
      ["ftp", "a_ftp", "gone"],
      ["database", "a_db", "gone"],
    ]);
    const stays = await after((panel) => panel.stays.push("root", "database"));
    assert.deepEqual(
      stays?.map(([, , state]) => state),
      ["there", "gone", "there"],
    );
    const unread = await after((panel) => (panel.isSilentAfterwards = true));
    assert.deepEqual(
      unread?.map(([, , state]) => state),
      ["unknown", "unknown", "unknown"],
    );
  });

  it("is refused for sites of other types", async () => {
    for (const type of ["Java", "Node", "php", ""])
      for (const verb of ["stop", "remove"] as const) {
        const panel = new SitePanel({ type });
        const failure = { kind: "invalid", field: "name", rule: "shape" };
        assert.deepEqual(await panel.run(verb), { kind: "failed", failure }, `${verb} ${type}`);
        assert.deepEqual(panel.sent, []);
      }
  });

  it("is refused in words of its own where the panel's version tells no types", async () => {
    for (const verb of ["stop", "remove"] as const) {
      const panel = new SitePanel({ type: undefined });
      const failure: PanelFailure = { kind: "invalid", field: "type", rule: "untold" };
      assert.deepEqual(await panel.run(verb), { kind: "failed", failure });
      assert.deepEqual(panel.sent, []);
      assert.match(failureText(failure), /version does not tell of which type the website is.+Nothing was sent/);
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

  it("is refused without a look just before", async () => {
    const calls = new FakeCalls({});
    for (const verb of ["start", "stop", "remove"] as const) {
      const send = async () => site.actions[verb]?.send(calls.callFor(), { key: "7", label: "a" }, {}, undefined);
      await assert.rejects(send, (error) => failureOf(error)?.kind === "invalid");
    }
    assert.deepEqual(calls.made, []);
  });

  it("is not offered for entries added by hand, nor for sites of other types", () => {
    for (const { offered } of Object.values(site.actions))
      assert.ok(!offered.includes("manual") && !offered.includes("elsewhere"));
    assert.equal(site.actions.remove?.safeguard, "typeName");
  });

  it("reads only the site's page while it waits, and all pages if it is no longer there", async () => {
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

  it("reads the pages up to the site, or all", async () => {
    const panel = new SitePanel({ id: 1 }, { id: 2 }, { id: 3 }, { id: 7 }, { id: 9 });
    assert.equal((await panel.run("remove")).kind, "done");
    const pages = panel.fixture.calls.made.map(([id, params]) =>
      id === "site.list" ? (params as { readonly page: number }).page : id,
    );
    assert.deepEqual(pages, [1, 2, "site.delete", 2, 1, 2, 3, 2, 1, 2, 3]);
    assert.deepEqual(await panel.run("remove"), { kind: "gone" });
  });

  it("reads no further page if the first has everything", async () => {
    const panel = new SitePanel({ id: 1 }, { id: 2 });
    assert.deepEqual(await panel.run("remove"), { kind: "gone" });
    assert.deepEqual(
      panel.fixture.calls.made.map(([, params]) => (params as { readonly page: number }).page),
      [1, 1],
    );
  });

  it("finds a site after a page of unreadable rows", async () => {
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

  it("ends with a panel that returns the same page for ever", async () => {
    const fixture = new RunnerFixture({ "site.list": () => listOf([siteRow({ id: 1 })], 2) });
    const outcome = await fixture.run({ kind: "site", verb: "start", target: { key: "7", label: "a" } });
    const failure = { kind: "malformed", fields: ["(total)"] };
    assert.deepEqual([outcome, fixture.calls.made.length], [{ kind: "failed", failure }, 6]);
  });
});
