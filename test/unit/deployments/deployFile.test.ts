import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeploymentState } from "../../../src/actions/deploymentEnd.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { deployFile, filePlace, prepareFile, readBuiltFile } from "../../../src/deployments/deployFile.ts";
import type { Result } from "../../../src/deployments/deploymentResult.ts";
import { restartAfter, restartWith, type ProcessContext } from "../../../src/deployments/restartTarget.ts";
import { findPlace } from "../../../src/deployments/place.ts";
import { endUnfinished, prepareRollBack, rollBack } from "../../../src/deployments/rollBack.ts";
import { readPastDeployments, readState } from "../../../src/deployments/siteState.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DeployFixture, ROOT } from "./deployFixture.ts";

const RUNS: Outcome = { kind: "done", evidence: { name: "pid", value: "7" } };

for (const edition of knownEditions)
  describe(`a jar that is deployed to ${edition}`, () => {
    const jar = `${ROOT}/app.jar`;
    let used: DeployFixture;
    /** The project's restarts and stops, with the jar that was there. */
    let done: string[];
    let isStopped: boolean;
    /** What a restart ends with, by the jar that is there. */
    let outcomeOf: (content: string) => Outcome;

    beforeEach(async () => {
      used = await DeployFixture.start(edition);
      used.put({ "app.jar": "old" });
      await used.source({ "app.jar": "new" });
      done = [];
      isStopped = false;
      outcomeOf = () => RUNS;
    });
    afterEach(() => used.stop());

    const context = (changes: Partial<ProcessContext> = {}): ProcessContext => ({
      ...used.context(),
      isStopped: () => isStopped,
      startsStopped: false,
      maySplit: false,
      restart: async () => {
        const content = used.server["app.jar"] ?? "none";
        done.push(content);
        return outcomeOf(content);
      },
      stop: async () => {
        done.push("stopped");
        return RUNS;
      },
      ...changes,
    });

    const place = async () =>
      findPlace(used.files, { ...filePlace(jar), identity: ["app", "springboot"], webRoots: async () => [ROOT] });

    async function prepare() {
      const local = await readBuiltFile(join(used.folder, "app.jar"), used.workspace, new AbortController().signal);
      return prepareFile(used.context(), { name: "app", project: "app", local, place: await place(), steps: [] });
    }

    const deploy = async (changes: Partial<ProcessContext> = {}): Promise<Result> =>
      restartWith(await deployFile(await prepare(), used.context()), context(changes));

    async function rolledBack(): Promise<Result> {
      const undone = await readPastDeployments(used.files, await place());
      const prepared = await prepareRollBack(await place(), undone.slice(0, 1), used.context());
      return restartAfter(await rollBack(prepared, new Set(), used.context()), context());
    }

    it("takes the place of the old one with its owner and mode, and runs", async () => {
      const { files } = used.panel.state;
      const old = files.get(jar);
      assert.ok(old);
      files.set(jar, { ...old, uid: 0, gid: 0, mode: 0o600 });
      const { end, evidence } = await deploy();
      assert.deepEqual([end.state, end.running, evidence], ["wanted", "seen", { name: "pid", value: "7" }]);
      assert.deepEqual(done, ["new"]);
      assert.deepEqual([files.get(jar)?.uid, files.get(jar)?.mode], [0, 0o600]);
      assert.deepEqual(
        Object.keys(used.server).filter((name) => name.startsWith("app.jar")),
        ["app.jar"],
      );
    });

    it("is never beside the old one", async () => {
      const before = Object.keys(used.server);
      const seen = new Set<string>();
      used.fault = () => {
        for (const path of Object.keys(used.server)) seen.add(path);
      };
      assert.equal((await deploy()).end.state, "wanted");
      assert.deepEqual([...seen].toSorted(), before);
    });

    it("restarts nothing if the server has it already", async () => {
      await used.source({ "app.jar": "old" });
      assert.equal((await deploy()).end.state, "wanted");
      assert.deepEqual(done, []);
    });

    it("goes back by itself if it does not run, and the old one runs again", async () => {
      outcomeOf = (content) => (content === "new" ? { kind: "wentWrong", evidence: undefined } : RUNS);
      const { end } = await deploy();
      assert.deepEqual([end.state, end.running, end.problem], ["before", "seen", { kind: "notRunning" }]);
      assert.deepEqual(done, ["new", "old"]);
      assert.equal(used.server["app.jar"], "old");
    });

    it("says so if the old one does not run again either", async () => {
      outcomeOf = () => ({ kind: "failed", failure: { kind: "rejected", message: "no" } });
      const { end, failure } = await deploy();
      assert.deepEqual([end.state, end.running, failure?.kind], ["before", "unseen", "rejected"]);
    });

    describe("and goes back", () => {
      const forward = {
        end: {
          deployment: "app",
          counts: { added: 0, changed: 1, unchanged: 0, removed: 0 },
          bytes: 3,
          state: "wanted",
          problem: { kind: "tooMany" },
          leftTasks: ["a task of the way there"],
        },
      } as const;
      const { counts, bytes } = forward.end;
      const goingBackTo = (state: DeploymentState) => async (): Promise<Result> => ({
        end: { deployment: "app", state },
      });

      it("keeps of the way there how much it was, and tells all else as the way back has left it", async () => {
        const signal = AbortSignal.abort();
        outcomeOf = () => ({ kind: "wentWrong", evidence: undefined });
        const { end } = await restartWith({ ...forward, undo: goingBackTo("mixed") }, context({ signal }));
        assert.deepEqual(end, { deployment: "app", counts, bytes, state: "mixed", running: "unseen" });
      });

      it("runs again where only some files of a folder stay, and not where the one file stays", async () => {
        const { undo } = await restartWith({ ...forward, undo: goingBackTo("kept") }, context({ maySplit: true }));
        assert.equal((await undo?.())?.end.running, "seen");
        const rolledBackTo = async (maySplit: boolean) =>
          (await restartAfter({ end: { deployment: "app", state: "kept" } }, context({ maySplit }))).end.running;
        assert.deepEqual([await rolledBackTo(true), await rolledBackTo(false)], ["seen", undefined]);
        assert.equal(done.length, 3);
      });

      it("does not claim afterwards what was seen running before", async () => {
        const backTo = async (state: "wanted" | "mixed" | "before") => {
          const { undo } = await restartWith({ ...forward, undo: goingBackTo(state) }, context());
          return (await undo?.())?.end.running;
        };
        assert.deepEqual([await backTo("before"), await backTo("mixed")], ["seen", "unseen"]);
        assert.equal(await backTo("wanted"), "seen", "the way back could not begin");
        isStopped = true;
        assert.deepEqual([await backTo("before"), await backTo("mixed")], ["stopped", "stopped"]);
        assert.deepEqual(done.filter((each) => each === "stopped").length, 0);
      });
    });

    it("leaves a stopped project stopped, and starts it only if a person says so", async () => {
      isStopped = true;
      const { end } = await deploy();
      assert.deepEqual([end.state, end.running, done], ["wanted", "stopped", []]);
      assert.equal(used.server["app.jar"], "new");
      await used.source({ "app.jar": "newer" });
      assert.equal((await deploy({ startsStopped: true })).end.running, "seen");
      assert.deepEqual(done, ["newer"]);
    });

    it("stops a project that was stopped, after a jar that did not run", async () => {
      isStopped = true;
      outcomeOf = () => ({ kind: "wentWrong", evidence: undefined });
      const { end } = await deploy({ startsStopped: true });
      assert.deepEqual([end.state, end.running], ["before", "stopped"]);
      assert.deepEqual([done, used.server["app.jar"]], [["new", "stopped"], "old"]);
    });

    it("is rolled back on request", async () => {
      await deploy();
      const { end } = await rolledBack();
      assert.deepEqual([end.state, end.running], ["wanted", "seen"]);
      assert.equal(used.server["app.jar"], "old");
      assert.deepEqual(done, ["new", "old"]);
    });

    it("is not restarted if somebody has replaced it since, and stays", async () => {
      await deploy();
      used.put({ "app.jar": "somebody else's" });
      const { end } = await rolledBack();
      assert.equal(end.state, "kept");
      assert.deepEqual([used.server["app.jar"], done], ["somebody else's", ["new"]]);
    });

    it("is refused where there is no jar, and where somebody has replaced it since", async () => {
      const prepared = await prepare();
      used.put({ "app.jar": "somebody else's" });
      const { end } = await deployFile(prepared, context());
      assert.deepEqual([end.state, end.problem?.kind], ["before", "files"]);
      used.panel.state.files.delete(jar);
      await assert.rejects(prepare(), { problem: { kind: "noFile", path: jar } });
      assert.deepEqual(done, []);
    });

    it("is not read through a link that leads out of the workspace", async () => {
      const outside = join(tmpdir(), `outside-${process.pid}.jar`);
      await writeFile(outside, "a private key");
      await mkdir(used.folder, { recursive: true });
      await rm(join(used.folder, "app.jar"));
      await symlink(outside, join(used.folder, "app.jar"));
      await assert.rejects(prepare(), { problem: { kind: "outside" } });
      await rm(outside);
    });

    it("is the old or the new one where the connection ends at any call, and the new one after a second run", async () => {
      for (let at = 1, isWhole = false; !isWhole; at++) {
        used.put({ "app.jar": "old" });
        used.calls = 0;
        used.fault = deadFrom(at);
        const result = await deploy().catch((error: unknown) => {
          assert.ok(error instanceof PanelError, String(error));
          return undefined;
        });
        used.fault = () => undefined;
        await used.panel.shell.over();
        isWhole = result?.end.state === "wanted" && used.calls < at;
        const content = used.server["app.jar"];
        if (result?.end.state === "before" || result === undefined) assert.equal(content, "old", `call ${at}`);
        assert.ok(content === "old" || content === "new", `call ${at}: ${content}`);
        const { unfinished } = await readState(used.files, await place());
        if (unfinished !== undefined) {
          done = [];
          const ended = await endUnfinished(await place(), unfinished, "recover", used.context());
          await restartAfter(ended, context());
          assert.deepEqual(done, [used.server["app.jar"]], `call ${at}: it runs what is there`);
        }
        assert.equal((await deploy()).end.state, "wanted", `after call ${at}`);
        assert.equal(used.server["app.jar"], "new", `after call ${at}`);
      }
    });
  });
