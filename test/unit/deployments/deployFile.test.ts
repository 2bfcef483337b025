import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeploymentState } from "../../../src/actions/deploymentEnd.ts";
import { deployFile } from "../../../src/deployments/deployFile.ts";
import type { Result } from "../../../src/deployments/deploymentResult.ts";
import { restartAfter, restartWith } from "../../../src/deployments/restartTarget.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { JAR, JarProject, RUNS } from "./jarProject.ts";

for (const edition of knownEditions)
  describe(`a jar that is deployed to ${edition}`, () => {
    const it = turnsOf(edition);
    let project: JarProject;
    beforeEach(async () => (project = await JarProject.start(edition)));
    afterEach(() => project.stop());

    it("takes the place of the old one with its owner and mode, and runs", async () => {
      const { files } = project.used.panel.state;
      const old = files.get(JAR);
      assert.ok(old);
      files.set(JAR, { ...old, uid: 0, gid: 0, mode: 0o600 });
      const { end, evidence } = await project.deploy();
      assert.deepEqual([end.state, end.running, evidence], ["wanted", "seen", { name: "pid", value: "7" }]);
      assert.deepEqual(project.done, ["new"]);
      assert.deepEqual([files.get(JAR)?.uid, files.get(JAR)?.mode], [0, 0o600]);
      assert.deepEqual(
        Object.keys(project.used.server).filter((name) => name.startsWith("app.jar")),
        ["app.jar"],
      );
    });

    it("is never beside the old one", async () => {
      const before = Object.keys(project.used.server);
      const seen = new Set<string>();
      project.used.fault = () => {
        for (const path of Object.keys(project.used.server)) seen.add(path);
      };
      assert.equal((await project.deploy()).end.state, "wanted");
      assert.deepEqual([...seen].toSorted(), before);
    });

    it("restarts nothing if the server has it already", async () => {
      await project.used.source({ "app.jar": "old" });
      assert.equal((await project.deploy()).end.state, "wanted");
      assert.deepEqual(project.done, []);
    });

    it("goes back by itself if it does not run, and the old one runs again", async () => {
      project.outcomeOf = (content) => (content === "new" ? { kind: "wentWrong", evidence: undefined } : RUNS);
      const { end } = await project.deploy();
      assert.deepEqual([end.state, end.running, end.problem], ["before", "seen", { kind: "notRunning" }]);
      assert.deepEqual(project.done, ["new", "old"]);
      assert.equal(project.used.server["app.jar"], "old");
    });

    it("says so if the old one does not run again either", async () => {
      project.outcomeOf = () => ({ kind: "failed", failure: { kind: "rejected", message: "no" } });
      const { end, failure } = await project.deploy();
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
        project.outcomeOf = () => ({ kind: "wentWrong", evidence: undefined });
        const { end } = await restartWith({ ...forward, undo: goingBackTo("mixed") }, project.context({ signal }));
        assert.deepEqual(end, { deployment: "app", counts, bytes, state: "mixed", running: "unseen" });
      });

      it("runs again where only some files of a folder stay, and not where the one file stays", async () => {
        const { undo } = await restartWith(
          { ...forward, undo: goingBackTo("kept") },
          project.context({ maySplit: true }),
        );
        assert.equal((await undo?.())?.end.running, "seen");
        const rolledBackTo = async (maySplit: boolean) =>
          (await restartAfter({ end: { deployment: "app", state: "kept" } }, project.context({ maySplit }))).end
            .running;
        assert.deepEqual([await rolledBackTo(true), await rolledBackTo(false)], ["seen", undefined]);
        assert.equal(project.done.length, 3);
      });

      it("does not claim afterwards what was seen running before", async () => {
        const backTo = async (state: "wanted" | "mixed" | "before") => {
          const { undo } = await restartWith({ ...forward, undo: goingBackTo(state) }, project.context());
          return (await undo?.())?.end.running;
        };
        assert.deepEqual([await backTo("before"), await backTo("mixed")], ["seen", "unseen"]);
        assert.equal(await backTo("wanted"), "seen", "the way back could not begin");
        project.isStopped = true;
        assert.deepEqual([await backTo("before"), await backTo("mixed")], ["stopped", "stopped"]);
        assert.deepEqual(project.done.filter((each) => each === "stopped").length, 0);
      });
    });

    it("leaves a stopped project stopped, and starts it only if a person says so", async () => {
      project.isStopped = true;
      const { end } = await project.deploy();
      assert.deepEqual([end.state, end.running, project.done], ["wanted", "stopped", []]);
      assert.equal(project.used.server["app.jar"], "new");
      await project.used.source({ "app.jar": "newer" });
      assert.equal((await project.deploy({ startsStopped: true })).end.running, "seen");
      assert.deepEqual(project.done, ["newer"]);
    });

    it("stops a project that was stopped, after a jar that did not run", async () => {
      project.isStopped = true;
      project.outcomeOf = () => ({ kind: "wentWrong", evidence: undefined });
      const { end } = await project.deploy({ startsStopped: true });
      assert.deepEqual([end.state, end.running], ["before", "stopped"]);
      assert.deepEqual([project.done, project.used.server["app.jar"]], [["new", "stopped"], "old"]);
    });

    it("is rolled back on request", async () => {
      await project.deploy();
      const { end } = await project.rolledBack();
      assert.deepEqual([end.state, end.running], ["wanted", "seen"]);
      assert.equal(project.used.server["app.jar"], "old");
      assert.deepEqual(project.done, ["new", "old"]);
    });

    it("is not restarted if somebody has replaced it since, and stays", async () => {
      await project.deploy();
      project.used.put({ "app.jar": "somebody else's" });
      const { end } = await project.rolledBack();
      assert.equal(end.state, "kept");
      assert.deepEqual([project.used.server["app.jar"], project.done], ["somebody else's", ["new"]]);
    });

    it("is refused where there is no jar, and where somebody has replaced it since", async () => {
      const prepared = await project.prepare();
      project.used.put({ "app.jar": "somebody else's" });
      const { end } = await deployFile(prepared, project.context());
      assert.deepEqual([end.state, end.problem?.kind], ["before", "files"]);
      project.used.panel.state.files.delete(JAR);
      await assert.rejects(project.prepare(), { problem: { kind: "noFile", path: JAR } });
      assert.deepEqual(project.done, []);
    });

    it("is not read through a link that leads out of the workspace", async () => {
      const outside = join(tmpdir(), `outside-${process.pid}.jar`);
      await writeFile(outside, "a private key");
      await mkdir(project.used.folder, { recursive: true });
      await rm(join(project.used.folder, "app.jar"));
      await symlink(outside, join(project.used.folder, "app.jar"));
      await assert.rejects(project.prepare(), { problem: { kind: "outside" } });
      await rm(outside);
    });
  });
