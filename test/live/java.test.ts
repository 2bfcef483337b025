import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../src/actions/outcome.ts";
import { filePlace, prepareFile, readBuiltFile } from "../../src/deployments/deployFile.ts";
import { findPlace } from "../../src/deployments/place.ts";
import { prepareRollBack } from "../../src/deployments/rollBack.ts";
import { runDeployment, runRollBack } from "../../src/deployments/runDeployment.ts";
import { readPastDeployments } from "../../src/deployments/siteState.ts";
import { identityOf, type DeployTo } from "../../src/deployments/targetNow.ts";
import { RemoteFiles } from "../../src/serverFiles/remoteFiles.ts";
import type { JavaProject } from "../../src/wire/operations/java.ts";
import { exchangeScript } from "../fakes/exchangeScript.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import { isDemo } from "./livePanels.ts";
import type { Verb } from "../../src/resources/verbs.ts";
import { note } from "./claims.ts";
import type { CommandResult, LiveTarget } from "./liveWindow.ts";
import { compare, onEachPanel, soon, through } from "./onEachPanel.ts";
import { JAVA_PORT } from "./server.ts";

/** Life of a program that seems to be up at first, in milliseconds. */
const SHORT_LIFE_MS = 2_000;

const NO_ANSWER = /answer|reach|connection/i;

onEachPanel("Java projects", (live, edition) => {
  let name: string;
  let isThere: boolean;

  before(async () => {
    const { panel } = live;
    name = `${panel.prefix}app`;
    isThere = await panel.has("java");
    if (isThere) await panel.server.addJavaProject(name);
  });

  // each test finds it running
  beforeEach(async () => {
    if (!isThere) return;
    const { server } = live.panel;
    await server.setJavaBehavior(name, {});
    const { state } = await live.target.item("javaProject", name);
    if (state === "stopped") await live.target.act("javaProject", "start", name);
    assert.ok(await soon(async () => (await server.listener(JAVA_PORT)) !== undefined), "it does not start");
  });

  const pid = async () => live.panel.server.listener(JAVA_PORT);
  const processText = (before: number | undefined, after: number | undefined) =>
    `process ${before ?? "none"} → ${after ?? "none"}`;

  /** Acts on the project and compares the process on its port. */
  async function actAndCompare(
    verb: Verb,
    kinds: readonly string[],
    isSo: (before: number | undefined, after: number | undefined) => boolean,
    act: () => Promise<CommandResult> = async () => live.target.act("javaProject", verb, name),
  ): Promise<CommandResult> {
    const before = await pid();
    const result = await act();
    const after = await pid();
    compare(live, `javaProject.${verb}`, result, { isSo: isSo(before, after), so: processText(before, after), kinds });
    return result;
  }

  it("are listed with the process of the server", async () => {
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

  it("show every line of a followed log", async () => {
    if (!isThere) return;
    const { server, prefix } = live.panel;
    const { facts } = await live.target.item("javaProject", name);
    const file = facts.find((fact) => fact.name === "logPath")?.value ?? "";
    const written = [1, 2, 3].map((number) => `${prefix} line ${number} <tag> & more`);
    for (const line of written) await server.write(file, line);
    const screen = await live.target.follow("serverPanel.followLog", "javaProject", name);
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

  it("write their log to a new directory", async () => {
    if (!isThere) return;
    const { server, prefix } = live.panel;
    const path = `/www/wwwlogs/${prefix}-java`;
    const before = await pid();
    const result = await live.target.act("javaProject", "changeLogPath", name, { path });
    const after = await pid();
    const lines = await server.lines(`${path}/${name}.log`);
    const isSo = lines.length > 0 && after !== undefined && after !== before;
    compare(live, "javaProject.changeLogPath", result, {
      isSo,
      so: `${processText(before, after)}, ${lines.length} lines in ${path}`,
      kinds: ["done"],
    });
  });

  it("that are stopped start with a new log directory, which the question announces", async () => {
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

  for (const verb of ["start", "restart"] as const) {
    it(`that exit soon after a ${verb} do not count as running`, async () => {
      if (!isThere) return;
      const { server, clock } = live.panel;
      if (verb === "start") await live.target.act("javaProject", "stop", name);
      await server.setJavaBehavior(name, { endsAfterMs: SHORT_LIFE_MS });
      await actAndCompare(
        verb,
        ["sent", "wentWrong", "uncertain", "failed", "halfway"],
        (_before, after) => after !== undefined,
        async () => {
          const result = await live.target.act("javaProject", verb, name);
          await clock.sleep(SHORT_LIFE_MS, new AbortController().signal);
          return result;
        },
      );
    });
  }

  it("whose panel dies during a slow start have the new process in the message, and the silence of the panel", async () => {
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
    const result = await through(live, fateOf, async (target) => target.act("javaProject", "restart", name));
    await soon(async () => (await pid()) !== undefined && (await pid()) !== before);
    const after = await pid();
    compare(live, "javaProject.restart", result, {
      isSo: after !== undefined && after !== before,
      so: processText(before, after),
      kinds: ["sent", "uncertain", "halfway"],
    });
    assert.doesNotMatch(result.message, /no change was seen/);
    assert.match(result.message, NO_ANSWER);
  });

  for (const [why, path] of [
    ["cannot be made", "/proc/splive"],
    ["is a file", "/etc/hostname"],
  ] as const) {
    it(`keep running if the new log directory ${why}, and the message names it`, async () => {
      if (!isThere) return;
      const { message } = await actAndCompare(
        "changeLogPath",
        ["failed", "wentWrong", "uncertain", "halfway", "none"],
        () => false,
        async () => live.target.act("javaProject", "changeLogPath", name, { path }),
      );
      assert.ok(message.includes(path), message);
      assert.notEqual(await pid(), undefined, "it is stopped");
    });
  }

  // BaoTa restarts in one call
  if (edition === "aapanel")
    it("have no stop in the message whose call got no answer", async () => {
      if (!isThere) return;
      const fateOf = (request: string) => (request.includes("/stop_project") ? "cut" : "pass");
      const result = await actAndCompare(
        "restart",
        ["sent", "uncertain", "halfway", "failed"],
        (before, after) => after !== undefined && after !== before,
        async () => through(live, fateOf, async (target: LiveTarget) => target.act("javaProject", "restart", name)),
      );
      assert.doesNotMatch(result.message, /was result to stop/);
      assert.match(result.message, NO_ANSWER);
    });

  it("get a new jar, and the old one back", async () => {
    if (!isThere) return;
    const { server, name: panel } = live.panel;
    const { row, key } = await live.target.item("javaProject", name);
    const { jar = "" } = row as JavaProject;
    const old = await server.read(jar);
    const directory = await temporaryDirectory();
    const file = join(directory, "new.jar");
    await writeFile(file, withComment(old, "new"));
    const to: DeployTo = {
      panel: live.window.services.connections.of(live.target.record),
      kind: "javaProject",
      targetKind: "jar",
      target: { key, label: name },
      row,
    };
    const { files, place, context, options } = await deployingTo(to, jar, directory);
    const local = await readBuiltFile(file, directory, context.signal);
    const prepared = await prepareFile(context, { name: "app", project: name, local, place, steps: [] });
    const before = await pid();
    const deployed = await runDeployment(to, prepared, { ...options, shownPath: file });
    const after = await pid();
    const claimed = (outcome: Outcome) => `${outcome.kind}, running: ${String(outcome.deployment?.running)}`;
    note({ operation: "javaProject.deploy", panel, claimed: claimed(deployed), so: processText(before, after) });
    assert.equal(deployed.kind, "done", JSON.stringify(deployed));
    assert.deepEqual(await server.read(jar), withComment(old, "new"));
    assert.ok(after !== undefined && after !== before);
    const undone = (await readPastDeployments(files, place)).slice(0, 1);
    const rollingBack = await prepareRollBack(place, undone, context);
    const back = await runRollBack(to, rollingBack, { ...options, accepted: new Set() });
    note({ operation: "javaProject.rollBack", panel, claimed: claimed(back), so: processText(after, await pid()) });
    assert.equal(back.kind, "done", JSON.stringify(back));
    assert.deepEqual(await server.read(jar), old);
  });

  /** What a deployment of a jar needs. */
  async function deployingTo(to: DeployTo, jar: string, temporary: string) {
    const { clock } = live.panel;
    const signal = AbortSignal.timeout(60_000);
    const callFor = (given: AbortSignal) => to.panel.callFor(given);
    const files = new RemoteFiles(callFor(signal), clock, signal);
    const place = await findPlace(files, {
      ...filePlace(jar),
      identity: identityOf(to, to.row),
      webRoots: async () => [],
    });
    live.panel.later(async () => live.panel.server.remove(place.site));
    const common = { script: await exchangeScript(), installation: "00", temporary };
    return {
      files,
      place,
      context: { ...common, callFor, clock, signal, leftTasks: new Set<string>() },
      options: { ...common, runner: live.window.services.runner, computer: "live test" },
    };
  }

  it("have the old jar back and run again where the new one is broken", async () => {
    // a demo panel runs whatever it has
    if (!isThere || isDemo(edition)) return;
    const { server } = live.panel;
    const { row, key } = await live.target.item("javaProject", name);
    const { jar = "" } = row as JavaProject;
    const old = await server.read(jar);
    const directory = await temporaryDirectory();
    const file = join(directory, "broken.jar");
    await writeFile(file, "no archive");
    const panel = live.window.services.connections.of(live.target.record);
    const to: DeployTo = { panel, kind: "javaProject", targetKind: "jar", target: { key, label: name }, row };
    const { place, context, options } = await deployingTo(to, jar, directory);
    const local = await readBuiltFile(file, directory, context.signal);
    const prepared = await prepareFile(context, { name: "app", project: name, local, place, steps: [] });
    const outcome = await runDeployment(to, prepared, { ...options, shownPath: file });
    const { state, running } = outcome.deployment ?? {};
    note({
      operation: "javaProject.deploy broken",
      panel: live.panel.name,
      claimed: `${outcome.kind}, ${state}, running: ${String(running)}`,
      so: `process ${await pid()}`,
    });
    assert.deepEqual([state, running], ["before", "seen"], JSON.stringify(outcome));
    assert.deepEqual(await server.read(jar), old);
    assert.ok(await soon(async () => (await pid()) !== undefined));
  });
});

/** A zip archive with a comment at its end, and so with another hash. */
function withComment(archive: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(comment.length);
  return Buffer.concat([archive.subarray(0, -2), length, Buffer.from(comment)]);
}
