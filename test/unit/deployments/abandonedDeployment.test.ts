import assert from "node:assert/strict";
import { posix } from "node:path";
import { inspectAbandoned } from "../../../src/deployments/abandonedDeployment.ts";
import { taskName } from "../../../src/deployments/exchange/runExchange.ts";
import { pathsOf } from "../../../src/deployments/rollBack.ts";
import { ServerRun } from "../../../src/deployments/serverRun.ts";
import { readPastDeployments } from "../../../src/deployments/siteState.ts";
import { deployFolderOn } from "../../../src/deployments/window/deployCommands.ts";
import { rollBackOn } from "../../../src/deployments/window/rollBackCommands.ts";
import { timeText } from "../../../src/texts/timeTexts.ts";
import { SITE, STATED, DeployWindow } from "./window/deployWindow.ts";

const deploySite = deployFolderOn("site");

const rollBackSite = rollBackOn("site");

const goOn = [
  { to: "Which deployment?", with: "site" },
  { to: "Deploy “site” to", with: " > Deploy" },
] as const;

describe("a deployment whose window has died", () => {
  let window: DeployWindow;
  beforeEach(async () => {
    window = await DeployWindow.open();
    window.state(STATED);
    await window.used.source({ "index.html": "one" });
    await window.run(deploySite, ...goOn);
  });
  afterEach(() => window.dispose());

  const inspect = async (
    verb: "deploy" | "rollBack" | "stopStep",
    ids: readonly string[],
    {
      of = "site",
      ...recorded
    }: {
      readonly after?: string | undefined;
      readonly of?: "site" | "javaProject";
      readonly targetKind?: string;
    } = {},
  ) => {
    const { signal } = new AbortController();
    const begun = { verb, deployment: "site", place: await window.place(), ids, ...recorded };
    const { kind, deployment } = await inspectAbandoned(
      of,
      begun,
      window.used.callFor(signal),
      window.used.clock,
      signal,
    );
    return [kind, deployment?.state, deployment?.running].filter((word) => word !== undefined).join(" ");
  };

  /** Rolls the latest deployment back, as a window does that dies before it clears up. */
  const rollBackAndDie = async () => {
    const { used } = window;
    const [place, context] = [await window.place(), used.context()];
    const [{ id } = { id: "" }] = await used.past();
    const run = new ServerRun(place);
    await run.sendScript(context);
    const ended = await run.change("back", { id, paths: await pathsOf(used.files, place, id), bytes: 0 }, context);
    assert.equal(ended.kind, "old");
  };

  it("has had its step ended where it counts or is gone by now", async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    const id = past?.id ?? "";
    assert.equal(await inspect("stopStep", [id]), "done finished");
    await rollBackAndDie();
    assert.equal(await inspect("stopStep", [id]), "done wanted");
  });

  it("names the task that it has left in the panel's list", async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    const { signal } = new AbortController();
    const id = past?.id ?? "";
    const begun = { verb: "deploy", deployment: "site", place: await window.place(), ids: [id] };
    const leftTasks = async () =>
      (await inspectAbandoned("site", begun, window.used.callFor(signal), window.used.clock, signal)).deployment
        ?.leftTasks;
    assert.equal(await leftTasks(), undefined);
    const { site } = await window.place();
    const name = taskName(site, id, "0f995a67-0000");
    await window.used.callFor(signal)("scheduledTask.add", { name, script: "sh /a/exchange.sh", day: 3 });
    await window.used.callFor(signal)("scheduledTask.add", { name: "Server Panel", script: "sh /a/b.sh", day: 3 });
    assert.deepEqual(await leftTasks(), [name]);

    // what it has started may not have come to the lock yet
    const other = taskName(site, "00-11", "0f995a67-0000");
    assert.equal(await inspect("deploy", ["00-11"], { after: id }), "failed untouched");
    await window.used.callFor(signal)("scheduledTask.add", { name: other, script: "sh /a/exchange.sh", day: 3 });
    assert.equal(await inspect("deploy", ["00-11"], { after: id }), "uncertain unknown");
    assert.equal(await inspect("rollBack", [id]), "uncertain unknown");

    // the next deployment to this website removes it, and nobody's else
    await window.used.source({ "index.html": "two" });
    await window.run(deploySite, ...goOn);
    const { rows } = await window.used.callFor(signal)("scheduledTask.list", {});
    const ours = rows.flatMap((row) => (row.name?.startsWith("Server Panel") === true ? [row.name] : []));
    assert.deepEqual(ours, ["Server Panel"]);
  });

  it("is found on the server as it has ended", async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    const ids = [past?.id ?? ""];
    assert.equal(await inspect("deploy", ids), "done wanted");
    assert.equal(await inspect("rollBack", ids), "failed untouched");
    assert.equal(await inspect("deploy", ["00-11"], { after: ids[0] }), "failed untouched");
    window.used.put({ "index.html": "mended" });
    await window.run(
      rollBackSite,
      { to: "Roll Back Website", with: SITE },
      { to: "Go back to before which", with: timeText(past?.at ?? 0) },
      { to: "Roll Back “", with: " > Roll Back" },
    );
    assert.equal(await inspect("rollBack", ids), "partly kept");
    assert.equal(await inspect("deploy", ids), "rolledBack kept");
    const { signal } = new AbortController();
    const odd = await inspectAbandoned("site", { place: 5 }, window.used.callFor(signal), window.used.clock, signal);
    assert.deepEqual([odd.kind, odd.deployment], ["uncertain", undefined]);
  });

  it("names the steps that have run, and is not said to be done where one did not end with 0", async () => {
    const place = await window.place();
    const [past] = await readPastDeployments(window.used.files, place);
    const { signal } = new AbortController();
    const { files } = window.used.panel.state;
    const endOf = async (id: string, ended: string) => {
      for (const [name, text] of Object.entries({ begun: "0f995a67\n", rc: `${ended}\n` }))
        files.set(posix.join(place.site, id, "steps/0", name), {
          mtime: 1,
          uid: 0,
          gid: 0,
          mode: 0o600,
          bytes: Buffer.from(text),
        });
      window.used.panel.shell.synchronise();
      const steps = [{ name: "Database", when: "after", seconds: 60 }];
      const begun = { verb: "deploy", deployment: "site", place, ids: [id], after: past?.id, steps };
      const { kind, deployment } = await inspectAbandoned(
        "site",
        begun,
        window.used.callFor(signal),
        window.used.clock,
        signal,
      );
      const [step] = deployment?.steps ?? [];
      return [kind, deployment?.state, deployment?.problem?.kind, step?.end];
    };
    const id = past?.id ?? "";
    const failed = { kind: "exited", code: 3 };
    assert.deepEqual(await endOf(id, "exited 0 left 0"), ["done", "wanted", undefined, { kind: "exited", code: 0 }]);
    assert.deepEqual(await endOf(id, "exited 3 left 0"), ["wentWrong", "wanted", "step", failed]);
    assert.deepEqual(await endOf("00-11", "exited 3 left 0"), ["failed", "untouched", undefined, failed]);
  });

  it("is not said to run where it was a jar: nobody has seen its project restart", async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    const ids = [past?.id ?? ""];
    assert.equal(await inspect("deploy", ids, { of: "javaProject" }), "uncertain wanted unknown");
    assert.equal(await inspect("rollBack", ids, { of: "javaProject" }), "failed untouched");
    await rollBackAndDie();
    assert.equal(await inspect("rollBack", ids, { of: "javaProject" }), "uncertain wanted unknown");
  });

  it("is not said to have ended in any way where only a newer version knows what it went to", async () => {
    const [past] = await readPastDeployments(window.used.files, await window.place());
    const ids = [past?.id ?? ""];
    assert.equal(await inspect("deploy", ids, { targetKind: "website" }), "done wanted");
    assert.equal(await inspect("deploy", ids, { targetKind: "of a newer version" }), "uncertain");
  });

  it("is not said to have changed nothing where three others have come after it", async () => {
    const deployed = async (text: string) => {
      await window.used.source({ "index.html": text });
      await window.run(deploySite, ...goOn);
    };
    const [before] = (await window.used.past()).map(({ id }) => id);
    await deployed("two");
    const [id = ""] = (await window.used.past()).map((each) => each.id);
    assert.equal(await inspect("deploy", [id], { after: before }), "done wanted");
    for (const text of ["three", "four", "five"]) await deployed(text);
    assert.equal(await inspect("deploy", [id], { after: before }), "uncertain unknown");
    // where nobody has deployed since it was shown, it has not begun
    const [latest] = (await window.used.past()).map((each) => each.id);
    assert.equal(await inspect("deploy", [id], { after: latest }), "failed untouched");
    // nobody can say whether it was rolled back, or its step ended, before they came
    assert.equal(await inspect("rollBack", [id]), "uncertain unknown");
    assert.equal(await inspect("stopStep", [id]), "uncertain unknown");
  });

  it("is not said to have changed nothing where some of several deployments were rolled back", async () => {
    await window.used.source({ "index.html": "two" });
    await window.run(deploySite, ...goOn);
    const ids = (await window.used.past()).map(({ id }) => id);
    assert.equal(await inspect("rollBack", ids), "failed untouched");
    assert.equal((await window.used.rollBack()).end.state, "wanted");
    assert.equal(await inspect("rollBack", ids), "partly partly");
    await rollBackAndDie();
    assert.equal(await inspect("rollBack", ids), "done wanted");
  });
});
