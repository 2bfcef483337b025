import assert from "node:assert/strict";
import type { ActionRunner, ProcedureContext, RunOptions } from "../../../../src/actions/actionRunner.ts";
import { inspectAbandoned } from "../../../../src/deployments/abandonedDeployment.ts";
import { prepareDeployment } from "../../../../src/deployments/preparedDeployment.ts";
import { switchBack, begunRelease, type EarlierRelease } from "../../../../src/deployments/releases/switchBack.ts";
import { DeploymentError } from "../../../../src/deployments/deploymentError.ts";
import { runEndUnfinished } from "../../../../src/deployments/runDeployment.ts";
import { readState } from "../../../../src/deployments/siteState.ts";
import type { DeployTo } from "../../../../src/deployments/targetNow.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { readSource } from "../../../../src/deployments/sourceFiles.ts";
import { ROOT } from "../deployFixture.ts";
import { NAME, ReleaseFixture } from "./releaseFixture.ts";

describe("a release", () => {
  let website: ReleaseFixture;
  beforeEach(async () => {
    website = await ReleaseFixture.start("baota");
    await website.used.source({ "index.html": "one" });
  });
  afterEach(() => website.stop());

  const isFree = async () => (await website.used.state()).unfinished === undefined;

  const gone = () => {
    throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
  };

  /** Cuts a deployment off once the website serves it, or before that. */
  async function cutOff(when: "served" | "built"): Promise<void> {
    const prepared = await website.prepare();
    let isLast = false;
    website.used.fault = (_call, id, isMade) => {
      if (isLast) gone();
      if (id !== "site.setRunPath") return;
      if (when === "built") gone();
      isLast = isMade;
    };
    const { end } = await website.run(prepared);
    website.used.fault = () => undefined;
    await website.used.panel.shell.over();
    assert.ok(!(await isFree()), JSON.stringify(end));
  }

  async function back(earlier: EarlierRelease | undefined) {
    const releases = await website.releases();
    assert.ok(releases !== undefined && earlier !== undefined);
    return switchBack(website.site, releases, earlier, website.context());
  }

  for (const hasIni of [true, false]) {
    const with_ = hasIni ? "" : ", without a file of the panel's in it";

    it(`that was cut off while it is served${with_} is left before it is removed`, async () => {
      const before = website.used.server;
      await cutOff("served");
      const path = website.runPath;
      assert.notEqual(path, "");
      if (!hasIni) website.used.panel.state.files.delete(`${ROOT}${path}/.user.ini`);
      const ended = await website.end("recover");
      assert.deepEqual([ended?.end.state, ended?.end.problem], ["wanted", undefined]);
      const { ".user.ini": _ini, ...left } = before;
      assert.deepEqual([website.runPath, website.names], ["", website.visited]);
      assert.deepEqual(website.visited, [path.split("/")[2]]);
      const plain = Object.entries(website.used.server).filter(([each]) => !each.startsWith("releases-"));
      assert.deepEqual(Object.fromEntries(plain), hasIni ? before : left);
      assert.ok(await isFree());
    });
  }

  it("is ended once its website runs again, and that is said", async () => {
    await cutOff("served");
    const { configuration, runPath } = website;
    website.configure((text) => text.replace(/root [^;]+;/, `root /www/server/stop${runPath};`));
    for (const ending of ["recover", "keep"] as const) {
      const ended = await website.end(ending).catch((error: unknown) => {
        assert.ok(error instanceof DeploymentError);
        return { end: { state: "untouched", problem: error.problem } };
      });
      assert.deepEqual(ended?.end.problem, { kind: "release", why: "stopped" });
      assert.ok(!(await isFree()));
    }
    website.configure(() => configuration);
    assert.deepEqual([(await website.end("recover"))?.end.state, await isFree()], ["wanted", true]);
  });

  it("that was left in the panel stays until nginx is seen to have left it, too", async () => {
    await cutOff("served");
    const { runPath } = website;
    website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT};`));
    website.used.panel.state.files.delete(`${ROOT}${runPath}/.user.ini`);
    const mend = website.breakOther();
    const ended = await website.end("recover");
    assert.deepEqual(
      [ended?.end.state, ended?.end.problem?.kind === "release" && ended.end.problem.why],
      ["held", "stillNotLoaded"],
    );
    assert.equal(website.used.server[`${runPath.slice(1)}/index.html`], "one");
    assert.ok(!(await isFree()));
    mend();
    assert.deepEqual([(await website.end("recover"))?.end.state, await isFree()], ["wanted", true]);
  });

  it("is not removed where nobody can see that nginx has left it, and counts among those that are kept", async () => {
    await cutOff("served");
    const { runPath } = website;
    website.hideWorkers();
    const ended = await website.end("recover");
    assert.deepEqual(
      [ended?.end.state, ended?.end.problem, ended?.end.served],
      ["unknown", { kind: "release", why: "notSeen", root: ROOT }, { root: ROOT, isSeen: false }],
    );
    assert.deepEqual([website.runPath, await isFree()], ["", true]);
    assert.equal(website.used.server[`${runPath.slice(1)}/index.html`], "one");
    const releases = await website.releases();
    assert.deepEqual([releases?.live, releases?.releases.map(({ id }) => id)], [undefined, [runPath.split("/")[2]]]);
  });

  describe("whose end is begun by a window that dies", () => {
    /** Ends what was cut off as a window does, and tells what a new one finds of it. */
    async function endedAndFound(ending: "recover" | "keep") {
      const place = await website.place();
      const { unfinished } = await readState(website.used.files, place);
      assert.ok(unfinished !== undefined);
      let begun: unknown;
      const { clock, callFor } = website.used;
      const { signal } = new AbortController();
      const procedure = {
        ...website.context(),
        report: () => undefined,
        begin: async (entry: unknown) => {
          begun = entry;
        },
      };
      const runner = {
        run: async (_request: unknown, options: RunOptions) =>
          options.procedure?.perform(procedure as unknown as ProcedureContext),
      } as unknown as ActionRunner;
      const to = {
        panel: { callFor },
        kind: "site",
        targetKind: "website",
        target: { key: String(website.site.id), label: NAME },
        row: website.site,
      } as unknown as DeployTo;
      const options = { ...website.context(), runner, computer: "here" };
      const outcome = await runEndUnfinished(to, { place, unfinished, ending }, options);
      return { outcome, found: await inspectAbandoned("site", begun, callFor(signal), clock, signal) };
    }

    it("is told by what is served: kept", async () => {
      await cutOff("served");
      const { outcome, found } = await endedAndFound("keep");
      assert.deepEqual([outcome.kind, outcome.deployment?.state], ["done", "finished"]);
      assert.deepEqual(
        [found.kind, found.deployment?.state, found.deployment?.problem],
        ["done", "finished", undefined],
      );
    });

    it("is told by what is served: left, which nobody saw", async () => {
      await cutOff("served");
      website.hideWorkers();
      const { outcome, found } = await endedAndFound("recover");
      for (const { kind, deployment } of [outcome, found]) {
        const { state, problem } = deployment ?? {};
        assert.deepEqual(
          [kind, state, problem],
          ["uncertain", "unknown", { kind: "release", why: "notSeen", root: ROOT }],
        );
      }
    });
  });

  it("that was cut off while it is served can be kept", async () => {
    await cutOff("served");
    const { runPath } = website;
    const ended = await website.end("keep");
    assert.equal(ended?.end.state, "finished");
    assert.deepEqual([website.runPath, website.visible["index.html"]], [runPath, "one"]);
    assert.equal((await website.releases())?.live?.release.path, runPath.slice(1));
  });

  it("that was cut off before it was served is served where it is kept, and removed where not", async () => {
    await cutOff("served");
    assert.equal((await website.end("recover"))?.end.state, "wanted");
    await cutOff("served");
    website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT};`));
    const ended = await website.end("keep");
    assert.deepEqual([ended?.end.state, ended?.end.served?.isSeen], ["finished", true]);
    assert.equal(website.visible["index.html"], "one");
    assert.ok(await isFree());
  });

  it("of another computer that goes on is neither left nor removed", async () => {
    await cutOff("served");
    const { runPath } = website;
    const { unfinished } = await website.used.state();
    // between two calls of the other one
    const about = `/www/backup/server-panel`;
    const files = website.used.panel.state.files;
    const [path] = [...files.keys()].filter(
      (each) => each.startsWith(about) && each.endsWith(`${unfinished?.id}/about`),
    );
    const text = files.get(path ?? "")?.bytes?.toString() ?? "";
    files.set(path ?? "", {
      mtime: 1,
      uid: 0,
      gid: 0,
      mode: 0o600,
      bytes: Buffer.from(text.replace("hold=aa", "hold=bb")),
    });
    website.used.panel.shell.synchronise();
    for (const ending of ["recover", "keep"] as const) {
      const ended = await website.end(ending);
      assert.deepEqual([ended?.end.state, ended?.end.problem?.kind], ["untouched", "busy"]);
      assert.equal(website.runPath, runPath);
      assert.equal(website.visible["index.html"], "one");
    }
  });

  it("that is kept can be gone back to, and so can the website of before the first one", async () => {
    const plain = website.visible;
    for (const text of ["one", "two", "three"]) {
      await website.used.source({ "index.html": text });
      assert.equal((await website.deploy()).end.state, "wanted");
    }
    const shown = () => website.visible["index.html"];
    const names = website.names;
    const releases = await website.releases();
    const [third, , first] = releases?.releases ?? [];
    assert.equal(releases?.live?.id, third?.id);
    assert.equal((await back(first)).end.state, "wanted");
    assert.equal(shown(), "one");
    assert.equal((await website.releases())?.live?.id, first?.id);
    assert.equal((await back(third)).end.state, "wanted");
    assert.equal(shown(), "three");
    const { end } = await back("plain");
    assert.deepEqual([end.state, end.served], ["wanted", { root: ROOT, isSeen: true }]);
    assert.deepEqual([website.runPath, website.visible], ["", plain]);
    assert.deepEqual(website.names, names, "no release is removed by it");
    // and from there to a release again, of which the next one is made
    assert.equal((await back(first)).end.state, "wanted");
    await website.used.source({ "index.html": "four" });
    const prepared = await website.prepare({ keep: 1 });
    assert.deepEqual([prepared.release?.live, prepared.release?.plain], [first?.id, ""]);
    assert.equal((await website.run(prepared)).end.state, "wanted");
    assert.deepEqual(new Set(website.names), new Set([prepared.run.id, first?.id]), "the one before it is kept");
  });

  it("is not gone back to where somebody deploys, has deployed, or has set another run path since", async () => {
    for (const text of ["one", "two"]) {
      await website.used.source({ "index.html": text });
      await website.deploy();
    }
    const releases = await website.releases();
    assert.ok(releases !== undefined);
    const first = releases.releases[1];
    assert.ok(first !== undefined);
    const { runPath } = website;
    website.used.put({ "theirs/index.html": "theirs" });
    website.configure((text) => text.replace(runPath, "/theirs"));
    const { end } = await switchBack(website.site, releases, first, website.context());
    assert.deepEqual(
      [end.state, end.problem],
      ["untouched", { kind: "release", why: "changedRoot", root: `${ROOT}/theirs` }],
    );
    website.configure((text) => text.replace("/theirs", runPath));
    await website.used.source({ "index.html": "three" });
    await website.deploy();
    await assert.rejects(switchBack(website.site, releases, first, website.context()), {
      problem: { kind: "changed" },
    });
    assert.equal(website.visible["index.html"], "three");
  });

  it("is told by the configuration where the window has died that was going back", async () => {
    for (const text of ["one", "two"]) {
      await website.used.source({ "index.html": text });
      await website.deploy();
    }
    const releases = await website.releases();
    const first = releases?.releases[1];
    assert.ok(releases !== undefined && first !== undefined);
    const release = begunRelease({ site: website.site, from: releases.served, runPath: `/${first.release.path}` });
    const begun = {
      verb: "rollBack",
      deployment: "site",
      targetKind: "website",
      place: releases.place,
      ids: [],
      release,
    };
    const { signal } = new AbortController();
    const told = async () => {
      const { kind, deployment } = await inspectAbandoned(
        "site",
        begun,
        website.used.callFor(signal),
        website.used.clock,
        signal,
      );
      return [kind, deployment?.state, deployment?.problem?.kind];
    };
    assert.deepEqual(await told(), ["failed", "untouched", undefined]);
    await back(first);
    assert.deepEqual(await told(), ["done", "wanted", undefined]);
    website.configure((text) => text.replace(/root [^;]+;/, `root ${ROOT}/theirs;`));
    assert.deepEqual(await told(), ["wentWrong", "untouched", "release"]);
  });

  it("keeps files from being deployed in places that nobody sees", async () => {
    await website.deploy();
    const { signal } = new AbortController();
    const source = await readSource({ workspace: website.used.workspace, folder: "dist", exclude: [], signal });
    const given = { name: "site", website: NAME, source, nested: [], alongside: [], steps: [] };
    const prepare = async () =>
      prepareDeployment(website.context(), { ...given, place: await website.used.place() }, website.site);
    await assert.rejects(prepare(), {
      problem: { kind: "release", why: "servesRelease", root: ROOT + website.runPath },
    });
    await back("plain");
    const prepared = await prepare();
    await prepared.run.discard(website.context());
    assert.equal(prepared.release, undefined);
  });
});
