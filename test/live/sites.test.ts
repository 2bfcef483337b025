import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedSite } from "../../src/siteForm/plannedSite.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import { mustHold, note, noteSkipped } from "./claims.ts";
import { isDemo } from "./livePanels.ts";
import { compare, onEachPanel, soon, through } from "./onEachPanel.ts";
import type { Site } from "../../src/wire/operations/sites.ts";
import type { ServedSite } from "./server.ts";

const TRY_AGAIN = /try again/i;

onEachPanel("Websites", (live, edition) => {
  let isThere: boolean;

  before(async () => {
    isThere = await live.panel.has("webServer");
  });

  /** Plans a static website. */
  function planned(what: string, changes: Partial<PlannedSite> = {}): PlannedSite & ServedSite {
    const domain = `${live.panel.prefix}-${what}.example.com`;
    const root = `/www/wwwroot/${domain}`;
    return { domain, name: domain, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "", ...changes };
  }

  /** Creates a website and compares. */
  async function create(site: PlannedSite & ServedSite): Promise<string> {
    const { server, name: panel } = live.panel;
    const { outcome, message } = await live.target.create(site);
    const isDirectory = await server.isDirectory(site.root);
    const isSo = isDirectory && (await soon(async () => server.isServed(site)));
    note({ operation: "site.create", panel, claimed: message, so: servedText(isSo) });
    mustHold(outcome.kind, isSo, message);
    assert.equal(outcome.kind, "created", message);
    return message;
  }

  /** Stops, starts or deletes a website and compares; a web server that is not sound does not follow. */
  async function turn(verb: "start" | "stop" | "remove", site: ServedSite, isSound = true): Promise<void> {
    const { server } = live.panel;
    const result = await live.target.act("site", verb, site.name);
    const isRight = async () => (await server.isServed(site)) === (verb === "start");
    const isSo = await (isSound ? soon(isRight) : isRight());
    const kinds = ["done", ...(isSound ? [] : ["sent", "uncertain", "wentWrong", "failed"])];
    compare(live, `site.${verb}`, result, { isSo, so: servedText(await server.isServed(site)), kinds });
    assert.equal(isSo, isSound);
  }

  it("are created, listed, stopped, started and deleted", async () => {
    if (!isThere) return;
    const site = planned("plain", { additionalDomains: [`${live.panel.prefix}-more.example.com`] });
    assert.doesNotMatch(await create(site), /skipped/);
    const { state } = await live.target.item("site", site.domain);
    note({ operation: "site.list", panel: live.panel.name, claimed: state, so: "served" });
    assert.equal(state, "running");
    await turn("stop", site);
    await turn("start", site);
    await turn("remove", site);
  });

  it("get a choice of the installed versions of PHP", async () => {
    const form = live.window.form(live.target.record);
    const { phpVersions = [], categories } = await form.loadChoices(new AbortController().signal);
    const offered = phpVersions.filter((code) => code !== "00");
    const so = await live.panel.server.phpVersions();
    note({ operation: "site.phpVersions", panel: live.panel.name, claimed: offered.join(" "), so: so.join(" ") });
    assert.deepEqual(offered.toSorted(), so.toSorted());
    assert.ok(categories?.some(({ id }) => id === 0));
  });

  it("are created with PHP, an FTP user and a database, and deleted with them", async () => {
    const parts = await Promise.all((["php", "ftp", "mysql"] as const).map((part) => live.panel.has(part)));
    if (!isThere || parts.includes(false)) return;
    const { server, prefix } = live.panel;
    const account = `${prefix}f`;
    const php = (await server.phpVersions())[0] ?? "00";
    const database = { user: account, password: "Live-Secret-1", charset: "utf8mb4" };
    const site = planned("full", { php, ftp: { user: account, password: "Live-Secret-1" }, database });
    const claimed = await create(site);
    // BaoTa makes no FTP user where `sh` is dash (docs/protocol.md 6.42)
    assert.equal(await server.hasFtpUser(account), !/FTP user .* was not created/.test(claimed), claimed);
    assert.equal(await server.hasDatabase(account), true);

    const result = await live.target.act("site", "remove", site.domain, { parts: ["root", "ftp", "database"] });
    const left = [
      ...((await server.isDirectory(site.root)) ? ["directory"] : []),
      ...((await server.hasFtpUser(account)) ? ["FTP user"] : []),
      ...((await server.hasDatabase(account)) ? ["database"] : []),
      ...((await server.isServed(site)) ? ["served"] : []),
    ];
    compare(live, "site.remove", result, {
      isSo: left.length === 0,
      so: left.join(", ") || "nothing is left",
      kinds: ["done"],
    });
  });

  /** Downloads an archive by the command on its row. */
  async function download(kind: "database" | "site", label: string, archive: string) {
    const local = join(await temporaryDirectory(), "archive");
    const { id } = await live.target.item(kind, label);
    const { message } = await live.window.command("serverPanel.downloadBackup", [id], { archive, local });
    const isSo = (await readFile(local)).equals(await live.panel.server.read(archive));
    const so = isSo ? "the same bytes" : "other bytes";
    note({ operation: `${kind}.downloadBackup`, panel: live.panel.name, claimed: message, so });
    assert.ok(isSo);
  }

  it("are backed up into an archive that is there", async () => {
    if (!isThere) return;
    const site = planned("kept");
    await create(site);
    const result = await live.target.act("site", "backUp", site.domain);
    const outcome = result.record?.outcome;
    const path = (outcome?.kind === "done" ? outcome.evidence?.path : undefined) ?? "/nothing";
    const bytes = (await live.panel.server.read(path)).length;
    compare(live, "site.backUp", result, { isSo: bytes > 0, so: `${path}: ${bytes} bytes`, kinds: ["done"] });
    await download("site", site.domain, path);
  });

  it("get another version of PHP", async () => {
    if (!isThere || !(await live.panel.has("php"))) return;
    const php = (await live.panel.server.phpVersions()).at(-1) ?? "00";
    const site = planned("newer");
    await create(site);
    const result = await live.target.act("site", "changePhp", site.domain, { php });
    const { row } = await live.target.item("site", site.domain);
    const seen = (row as Site).php;
    const isSo = seen === php.replace(/^(\d)/, "$1.");
    compare(live, "site.changePhp", result, { isSo, so: `PHP ${seen}`, kinds: ["done"] });
  });

  it("tell the last day of their certificate, and have it renewed if the panel has ordered it", async () => {
    if (!isThere) return;
    const { server, name: panel } = live.panel;
    const site = planned("secure");
    await create(site);
    await server.addCertificate(site, 5);
    const lastDay = async () => {
      const { row } = await live.target.item("site", site.domain);
      const { certificate } = row as Site;
      return typeof certificate === "object" ? certificate.validTo : undefined;
    };
    const validUntil = Math.floor(Date.now() / 1000) + 5 * 86_400;
    const before = await lastDay();
    const so = new Date(validUntil * 1000).toISOString().slice(0, 10);
    note({ operation: "site.list", panel, claimed: before ?? "no certificate", so });
    assert.equal(before, so);

    const renew = async (kinds: readonly string[]) => {
      const result = await live.target.act("site", "renew", site.domain);
      const after = await lastDay();
      compare(live, "site.renew", result, { isSo: after !== before, so: after ?? "no certificate", kinds });
    };
    // a demo aaPanel has ordered every certificate
    if (edition === "baota" || !isDemo(edition)) await renew(["failed"]);
    if (edition === "baota")
      await server.addOrder(createHash("md5").update(site.domain).digest("hex"), site.domain, validUntil);
    else if (!isDemo(edition)) {
      noteSkipped(panel, "certificate.renew", "no authority gives a run the certificate that this panel could renew");
      return;
    }
    // no authority knows the domain of a run on a running panel
    await renew(isDemo(edition) ? ["done"] : ["failed", "sent", "uncertain"]);
  });

  it("have databases that are listed and backed up", async () => {
    const parts = await Promise.all((["mysql"] as const).map((part) => live.panel.has(part)));
    if (!isThere || parts.includes(false)) return;
    const { server, prefix } = live.panel;
    const account = `${prefix}b`;
    const data = { user: account, password: "Live-Secret-1", charset: "utf8mb4" };
    await create(planned("stored", { database: data }));
    const result = await live.target.act("database", "backUp", account);
    const outcome = result.record?.outcome;
    const path = (outcome?.kind === "done" ? outcome.evidence?.path : undefined) ?? "/nothing";
    const bytes = (await server.read(path)).length;
    compare(live, "database.backUp", result, { isSo: bytes > 0, so: `${path}: ${bytes} bytes`, kinds: ["done"] });
    await download("database", account, path);
  });

  it("claim nothing about a web server that cannot load its configuration", async () => {
    if (!isThere) return;
    const { server } = live.panel;
    const [running, stopped, deleted, refused] = ["runs", "stops", "goes", "refused"].map((what) => planned(what));
    assert.ok(running && stopped && deleted && refused);
    for (const site of [running, stopped, deleted]) await create(site);
    await turn("stop", stopped);
    const mend = await server.breakWebServer();
    live.panel.later(mend);
    try {
      await turn("stop", running, false);
      await turn("start", stopped, false);
      await turn("remove", deleted, false);
      const { outcome, message } = await live.target.create(refused);
      const isSo = await server.isServed(refused);
      note({ operation: "site.create", panel: live.panel.name, claimed: message, so: servedText(isSo) });
      mustHold(outcome.kind, isSo, message);
    } finally {
      await mend();
    }
  });

  it("that share their root directory name it, since it stays", async () => {
    if (!isThere) return;
    const { server } = live.panel;
    const first = planned("shared");
    const second = planned("sharing", { root: first.root });
    await create(first);
    await create(second);
    const result = await live.target.act("site", "remove", second.domain, { parts: ["root"] });
    const isLeft = await server.isDirectory(first.root);
    const claimed = `${result.question} ${result.message}`;
    note({ operation: "site.remove", panel: live.panel.name, claimed, so: `directory ${isLeft ? "left" : "deleted"}` });
    assert.equal(isLeft, true);
    assert.ok(claimed.includes(first.root), claimed);
  });

  it("name their database if it could not be deleted", async () => {
    if (!isThere || !(await live.panel.has("mysql")) || !live.panel.may("mysql")) return;
    const { server, prefix, name: panel } = live.panel;
    const account = `${prefix}d`;
    const site = planned("data", { database: { user: account, password: "Live-Secret-1", charset: "utf8mb4" } });
    await create(site);
    const start = await server.stopMysql();
    live.panel.later(start);
    const result = await live.target.act("site", "remove", site.domain, { parts: ["root", "database"] }).finally(start);
    const isLeft = await server.hasDatabase(account);
    note({ operation: "site.remove", panel, claimed: result.message, so: `database ${isLeft ? "left" : "deleted"}` });
    assert.equal(isLeft, true);
    assert.match(result.message, /database/i);
  });

  it("suggest no second try after a creation without an answer", async () => {
    if (!isThere) return;
    const { server, name: panel } = live.panel;
    const site = planned("lost");
    const lose = (request: string) => (request.includes("action=AddSite") ? "lost" : "pass");
    const { outcome, message } = await through(live, lose, async (target) => target.create(site));
    const isSo = await soon(async () => server.isServed(site));
    note({ operation: "site.create", panel, claimed: message, so: servedText(isSo) });
    mustHold(outcome.kind, isSo, message);
    assert.doesNotMatch("reason" in outcome ? outcome.reason : message, TRY_AGAIN);
  });

  for (const which of ["access", "error"] as const) {
    it(`show every line of their ${which} log, even if the edition is unknown`, async () => {
      if (!isThere) return;
      const { server, name: panel, prefix } = live.panel;
      const site = planned(which);
      await create(site);
      const file = `/www/wwwlogs/${site.name}${which === "error" ? ".error" : ""}.log`;
      const written = [1, 2, 3].map((number) => `${prefix} line ${number} "quoted" <tag>`);
      for (const line of written) await server.write(file, line);
      const isUnknown = (request: string) => (request.startsWith("/v2/system") ? 502 : "pass");
      for (const fateOf of [() => "pass" as const, isUnknown]) {
        const shown = await through(live, fateOf, async (target) => {
          const screen = await target.follow("serverPanel.followLog", "site", site.name, { log: which });
          const rows = () => screen.rows.filter((row) => row.startsWith(prefix));
          await soon(async () => rows().length >= written.length || screen.text.includes("Stopped following"));
          await live.window.stopFollowing();
          return rows();
        });
        const lines = await server.lines(file);
        const so = lines.filter((line) => line.startsWith(prefix));
        note({ operation: `site.${which}Log`, panel, claimed: `${shown.length} lines`, so: `${so.length} lines` });
        assert.deepEqual(shown, so);
      }
    });

    it(`show no line of an empty ${which} log, even if the edition is unknown`, async () => {
      if (!isThere) return;
      const { name: panel } = live.panel;
      const site = planned(`empty-${which}`);
      assert.equal((await live.target.create(site)).outcome.kind, "created");
      const isUnknown = (request: string) => (request.startsWith("/v2/system") ? 502 : "pass");
      const rows = await through(live, isUnknown, async (target) => {
        const screen = await target.follow("serverPanel.followLog", "site", site.name, { log: which });
        await soon(async () => screen.rows.length > 1);
        await live.window.stopFollowing();
        return screen.rows;
      });
      note({ operation: `site.${which}Log`, panel, claimed: rows.join(" / "), so: "empty" });
      assert.deepEqual(
        rows.filter((row) => !row.startsWith("──")),
        [],
      );
      assert.ok(!rows.some((row) => /not support/.test(row)), rows.join("\n"));
    });
  }
});

function servedText(isServed: boolean): string {
  return isServed ? "served" : "not served";
}
