import assert from "node:assert/strict";
import type { ItemNode } from "../../src/tree/treeNodes.ts";
import { hasOperation } from "../../src/wire/operations/wiresFor.ts";
import { note } from "./claims.ts";
import { compare, onEachPanel, soon, through } from "./onEachPanel.ts";

const UPGRADE_LOG = "/www/server/panel/logs/upgrade_py313.log";

onEachPanel("The web terminal", (live, edition) => {
  if (hasOperation(edition, "terminal.settings"))
    it("follows its settings, and the message names what was not checked", async () => {
      const { server } = live.panel;
      live.panel.later(await server.keep("terminal"));
      for (const name of ["completion", "theme", "aiShell", "aiAnalysis"] as const) {
        const { state } = await live.target.item("terminalSetting", name);
        for (const verb of state === "on" ? (["turnOff", "turnOn"] as const) : (["turnOn", "turnOff"] as const)) {
          const result = await live.target.act("terminalSetting", verb, name);
          const settings = await server.terminal();
          const so = `${name} is ${settings[name] ? "on" : "off"}`;
          const isIncomplete = name === "completion" && settings.completion && !settings.hasPackage;
          const more = name === "completion" ? `, its package is ${settings.hasPackage ? "" : "not "}there` : "";
          compare(live, `terminalSetting.${verb}`, result, {
            isSo: settings[name] === (verb === "turnOn") && !isIncomplete,
            so: `${so}${more}`,
            kinds: isIncomplete ? ["done", "wentWrong", "sent"] : ["done"],
          });
          if (isIncomplete) assert.match(result.message, /package/i);
        }
      }
    });

  it("lists the hosts and commands saved on the server", async () => {
    const { server, name } = live.panel;
    const keys = (items: readonly ItemNode[]) => items.map(({ key }) => key).toSorted();
    const [hosts, commands] = [await live.target.items("savedHost"), await live.target.items("savedCommand")];
    const so = await server.saved();
    note({
      operation: "terminal.hosts",
      panel: name,
      claimed: keys(hosts).join(" "),
      so: so.hosts.toSorted().join(" "),
    });
    note({ operation: "terminal.commands", panel: name, claimed: `${commands.length}`, so: `${so.commands.length}` });
    assert.deepEqual(keys(hosts), so.hosts.toSorted());
    assert.deepEqual(commands.map(({ label }) => label).toSorted(), so.commands.toSorted());
  });
});

onEachPanel("Composer", (live) => {
  let isThere: boolean;

  before(async () => {
    isThere = await live.panel.has("composer");
    if (isThere) live.panel.later(await live.panel.server.keep("composer"));
  });

  it("is listed with the version of the server", async () => {
    if (!isThere) return;
    const [item] = await live.target.items("dependencyManager");
    const claimed = item?.facts.find(({ name }) => name === "version")?.value;
    const so = await live.panel.server.composer();
    note({ operation: "composer.version", panel: live.panel.name, claimed: String(claimed), so: String(so) });
    assert.equal(claimed, so);
  });

  it("counts as updated only with another version", async () => {
    if (!isThere) return;
    const before = await live.panel.server.composer();
    const result = await live.target.act("dependencyManager", "update", "composer");
    const after = await live.panel.server.composer();
    const so = `${before} → ${after}`;
    compare(live, "dependencyManager.update", result, { isSo: before !== after, so, kinds: ["done", "unchanged"] });
  });

  it("suggests no second update after a lost answer", async () => {
    if (!isThere) return;
    const lose = (request: string) => (request.includes("action=update_composer") ? "lost" : "pass");
    const before = await live.panel.server.composer();
    const result = await through(live, lose, async (target) => target.act("dependencyManager", "update", "composer"));
    const after = await live.panel.server.composer();
    const so = `${before} → ${after}`;
    compare(live, "dependencyManager.update", result, {
      isSo: before !== after,
      so,
      kinds: ["done", "unchanged", "uncertain", "sent"],
    });
    assert.doesNotMatch(result.message, /try again/i);
  });
});

/** Lines of a log that the panel answers at least, if it has as many, less those at the beginning that are empty. */
const ANSWERED_LINES = 900;

onEachPanel("The runtime upgrade", (live, edition) => {
  if (!hasOperation(edition, "runtime.upgradeLog")) return;

  /** Follows the log up to a notice; returns its lines and all notices. */
  async function follow(words: RegExp): Promise<{ readonly lines: readonly string[]; readonly notices: string }> {
    const screen = await live.target.follow("serverPanel.followLog", "runtime", "python");
    await soon(async () => words.test(screen.text), 240);
    await live.window.stopFollowing();
    const isNotice = (row: string) => row.startsWith("── ");
    return { lines: screen.rows.filter((row) => !isNotice(row)), notices: screen.rows.filter(isNotice).join(" / ") };
  }

  it("shows the log of the server", async () => {
    const { lines, notices } = await follow(/No upgrade is running|finished|failed|ended/);
    const so = trimmed(await live.panel.server.lines(UPGRADE_LOG));
    note({
      operation: "runtime.upgradeLog",
      panel: live.panel.name,
      claimed: `${lines.length} lines; ${notices}`,
      so: `${so.length} lines`,
    });
    // a longer log is shown from where the panel's answer begins (docs/protocol.md 12.3)
    assert.ok(lines.length >= Math.min(so.length, ANSWERED_LINES), `${lines.length} of ${so.length} lines`);
    assert.deepEqual(lines, so.slice(so.length - lines.length));
  });

  it("starts and shows its log to the end", async () => {
    if (!live.panel.may("upgrade")) return;
    const { server } = live.panel;
    const result = await live.target.act("runtime", "upgrade", "python");
    await soon(async () => (await server.lines(UPGRADE_LOG)).length > 0);
    const isSo = (await server.lines(UPGRADE_LOG)).length > 0;
    compare(live, "runtime.upgrade", result, { isSo, so: isSo ? "a log is written" : "no log", kinds: ["done"] });
    const { lines, notices } = await follow(/finished|failed|ended/);
    const so = trimmed(await server.lines(UPGRADE_LOG)).map((line) => line.split("\r").at(-1));
    note({ operation: "runtime.upgradeLog", panel: live.panel.name, claimed: notices, so: String(so.at(-1)) });
    assert.equal(lines.at(-1), so.at(-1));
  });
});

/** Strips empty lines at both ends, as panels do. */
function trimmed(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n").trim();
  return text === "" ? [] : text.split("\n");
}
