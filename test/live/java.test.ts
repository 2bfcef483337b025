import assert from "node:assert/strict";
import type { Verb } from "../../src/resources/resource.ts";
import { note } from "./claims.ts";
import type { LiveTarget, Told } from "./liveWindow.ts";
import { compare, onEachPanel, soon, through } from "./onEachPanel.ts";

/** A program that ends so long after it began to listen, in ms, is running at first and no more when it is told. */
const SHORT_LIFE_MS = 2_000;

const NO_ANSWER = /answer|reach|connection/i;

onEachPanel("Java projects", (live, edition) => {
  let name: string;
  let port: number;
  let isThere: boolean;

  before(async () => {
    const { panel } = live;
    name = `${panel.prefix}app`;
    port = panel.javaPort;
    isThere = await panel.has("java");
    if (isThere) await panel.server.addJavaProject(name, port);
  });

  // a program as usual, which runs
  beforeEach(async () => {
    if (!isThere) return;
    const { server } = live.panel;
    await server.setJavaBehavior(name, {});
    const { state } = await live.target.item("javaProject", name);
    if (state === "stopped") await live.target.act("javaProject", "start", name);
    assert.ok(await soon(async () => (await server.listener(port)) !== undefined), "it does not start");
  });

  const pid = async () => live.panel.server.listener(port);
  const processText = (before: number | undefined, after: number | undefined) =>
    `process ${before ?? "none"} → ${after ?? "none"}`;

  /** Acts on the project, and compares what listens on its port. */
  async function actAndCompare(
    verb: Verb,
    kinds: readonly string[],
    isSo: (before: number | undefined, after: number | undefined) => boolean,
    act: () => Promise<Told> = async () => live.target.act("javaProject", verb, name),
  ): Promise<Told> {
    const before = await pid();
    const told = await act();
    const after = await pid();
    compare(live, `javaProject.${verb}`, told, { isSo: isSo(before, after), so: processText(before, after), kinds });
    return told;
  }

  it("are listed with the process that the server has", async () => {
    if (!isThere) return;
    const { state, facts } = await live.target.item("javaProject", name);
    const claimed = facts.find((fact) => fact.name === "pid")?.value;
    const so = String(await pid());
    note({
      operation: "java.list",
      panel: live.panel.name,
      claimed: `${state}, process ${claimed}`,
      so: `process ${so}`,
    });
    assert.equal(state, "running");
    assert.ok(claimed?.split(", ").includes(so));
  });

  it("restart, stop and start", async () => {
    if (!isThere) return;
    await actAndCompare("restart", ["done"], (before, after) => after !== undefined && after !== before);
    await actAndCompare("stop", ["done"], (_before, after) => after === undefined);
    await actAndCompare("start", ["done"], (_before, after) => after !== undefined);
  });

  it("show all lines of a followed log", async () => {
    if (!isThere) return;
    const { server, prefix } = live.panel;
    const { facts } = await live.target.item("javaProject", name);
    const file = facts.find((fact) => fact.name === "logPath")?.value ?? "";
    const written = [1, 2, 3].map((number) => `${prefix} line ${number} <tag> & more`);
    for (const line of written) await server.write(file, line);
    const screen = await live.target.follow("serverPanel.javaProject.followLog", "javaProject", name);
    const shown = () => screen.rows.filter((row) => row.startsWith(prefix));
    await soon(async () => shown().length >= written.length);
    await live.window.stopFollowing();
    note({
      operation: "java.log",
      panel: live.panel.name,
      claimed: `${shown().length} lines`,
      so: `${written.length} lines`,
    });
    assert.deepEqual(shown(), written);
  });

  it("write their log to another directory once that was changed", async () => {
    if (!isThere) return;
    const { server, prefix } = live.panel;
    const path = `/www/wwwlogs/${prefix}-java`;
    const before = await pid();
    const told = await live.target.act("javaProject", "changeLogPath", name, { path });
    const after = await pid();
    const lines = await server.lines(`${path}/${name}.log`);
    const isSo = lines.length > 0 && after !== undefined && after !== before;
    compare(live, "javaProject.changeLogPath", told, {
      isSo,
      so: `${processText(before, after)}, ${lines.length} lines in ${path}`,
      kinds: ["done"],
    });
  });

  it("that are stopped are said to start when their log directory is changed", async () => {
    if (!isThere) return;
    await live.target.act("javaProject", "stop", name);
    const path = `/www/wwwlogs/${live.panel.prefix}-java2`;
    const { question, message } = await actAndCompare(
      "changeLogPath",
      ["done"],
      (_before, after) => after !== undefined,
      async () => live.target.act("javaProject", "changeLogPath", name, { path }),
    );
    assert.match(question, /\bstarts?\b/);
    assert.doesNotMatch(`${question} ${message}`, /restart/);
  });

  it("keep running, and the directory is named, where their log cannot be moved to it", async () => {
    if (!isThere) return;
    const path = `/proc/${live.panel.prefix}`;
    const told = await actAndCompare(
      "changeLogPath",
      ["failed", "wentWrong", "none"],
      () => false,
      async () => live.target.act("javaProject", "changeLogPath", name, { path }),
    );
    assert.ok(told.message.includes(path), told.message);
    assert.notEqual(await pid(), undefined, "it was left stopped");
  });

  for (const verb of ["start", "restart"] as const) {
    it(`that end soon after a ${verb} are not said to run`, async () => {
      if (!isThere) return;
      const { server, clock } = live.panel;
      if (verb === "start") await live.target.act("javaProject", "stop", name);
      await server.setJavaBehavior(name, { endsAfterMs: SHORT_LIFE_MS });
      await actAndCompare(
        verb,
        ["sent", "wentWrong", "uncertain", "failed", "halfway"],
        (_before, after) => after !== undefined,
        async () => {
          const told = await live.target.act("javaProject", verb, name);
          await clock.sleep(SHORT_LIFE_MS, new AbortController().signal);
          return told;
        },
      );
    });
  }

  it("whose panel dies while they start slowly are told of with what was seen", async () => {
    if (!isThere) return;
    const { server, clock } = live.panel;
    await server.setJavaBehavior(name, { listensAfterMs: 15_000 });
    let isDead = false;
    const die = () => {
      isDead = true;
    };
    const fateOf = (request: string) => {
      if (!isDead && /\/(?:re)?start_project/.test(request))
        void clock.sleep(3_000, new AbortController().signal).then(die);
      return isDead ? "cut" : "pass";
    };
    const before = await pid();
    const told = await through(live, fateOf, async (target) => target.act("javaProject", "restart", name));
    await soon(async () => (await pid()) !== undefined && (await pid()) !== before);
    const after = await pid();
    compare(live, "javaProject.restart", told, {
      isSo: after !== undefined && after !== before,
      so: processText(before, after),
      kinds: ["sent", "uncertain", "halfway"],
    });
    assert.doesNotMatch(told.message, /no change was seen/);
    assert.match(told.message, NO_ANSWER);
  });

  it("are not said to have been told to stop by a call that had no answer", async () => {
    if (!isThere || edition === "baota") return;
    const fateOf = (request: string) => (request.includes("/stop_project") ? "cut" : "pass");
    const told = await actAndCompare(
      "restart",
      ["sent", "uncertain", "halfway", "failed"],
      (before, after) => after !== undefined && after !== before,
      async () => through(live, fateOf, async (target: LiveTarget) => target.act("javaProject", "restart", name)),
    );
    assert.doesNotMatch(told.message, /was told to stop/);
    assert.match(told.message, NO_ANSWER);
  });
});
