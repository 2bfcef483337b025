import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { deployJar, prepareJar, readJar, rollBackJar } from "../../../src/deployments/deployJar.ts";
import { finishUnfinished, rollBack, type Result } from "../../../src/deployments/deploy.ts";
import { readState, stateBytes } from "../../../src/deployments/remoteState.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DeployFixture, ROOT } from "./deployFixture.ts";

const RUNS: Outcome = { kind: "done", evidence: { name: "pid", value: "7" } };

for (const edition of knownEditions)
  describe(`a jar that is deployed to ${edition}`, () => {
    const jar = `${ROOT}/app.jar`;
    let used: DeployFixture;
    let restarts: string[];
    /** What a restart ends with, by the jar that is there. */
    let outcomeOf: (content: string) => Outcome;

    beforeEach(async () => {
      used = await DeployFixture.start(edition);
      used.put({ "app.jar": "old" });
      await used.source({ "app.jar": "new" });
      restarts = [];
      outcomeOf = () => RUNS;
    });
    afterEach(() => used.stop());

    const restart = async (): Promise<Outcome> => {
      const content = used.server["app.jar"] ?? "none";
      restarts.push(content);
      return outcomeOf(content);
    };
    const context = () => ({ ...used.context(), restart });

    async function prepare() {
      const local = await readJar(join(used.folder, "app.jar"), new AbortController().signal);
      return prepareJar(used.files, { name: "app", local, jar, paths: used.paths });
    }

    const deploy = async (changes: object = {}): Promise<Result> =>
      deployJar(await prepare(), { ...context(), ...changes });

    it("takes the place of the old one with its owner and mode, and runs", async () => {
      const { files } = used.panel.state;
      const old = files.get(jar);
      assert.ok(old);
      files.set(jar, { ...old, uid: 0, gid: 0, mode: 0o600 });
      const { end, evidence } = await deploy();
      assert.deepEqual([end.state, end.isRunning, evidence], ["wanted", true, { name: "pid", value: "7" }]);
      assert.deepEqual(restarts, ["new"]);
      assert.deepEqual([files.get(jar)?.uid, files.get(jar)?.mode], [0, 0o600]);
      const others = Object.keys(used.server).filter((name) => name.startsWith("app.jar"));
      assert.deepEqual(others, ["app.jar"]);
    });

    for (const device of [undefined, 79])
      it(`is never beside the old one${device === undefined ? "" : ", but on another file system, and not for long"}`, async () => {
        const { files } = used.panel.state;
        const root = files.get(ROOT);
        assert.ok(root);
        if (device !== undefined) files.set(ROOT, { ...root, device });
        const before = Object.keys(used.server);
        const seen = new Set<string>();
        used.fault = (call, id) => {
          for (const path of Object.keys(used.server)) seen.add(path);
          if (id === "file.copy") deadFrom(call)(call, id, false);
        };
        await assert.rejects(deploy(), PanelError);
        await used.source({ "app.jar": "newer" });
        used.fault = () => void Object.keys(used.server).map((path) => seen.add(path));
        assert.equal((await deploy()).end.state, "wanted");
        const staged = [...seen].filter((path) => !before.includes(path));
        assert.equal(staged.length, device === undefined ? 0 : 2, staged.join());
        assert.deepEqual(Object.keys(used.server), before);
      });

    it("restarts nothing if the server has it already", async () => {
      await used.source({ "app.jar": "old" });
      assert.equal((await deploy()).end.state, "wanted");
      assert.deepEqual(restarts, []);
    });

    it("goes back by itself if it does not run, and the old one runs again", async () => {
      outcomeOf = (content) => (content === "new" ? { kind: "wentWrong", evidence: undefined } : RUNS);
      const { end } = await deploy();
      assert.deepEqual([end.state, end.isRunning, end.problem], ["before", true, { kind: "notRunning" }]);
      assert.deepEqual(restarts, ["new", "old"]);
      assert.equal(used.server["app.jar"], "old");
    });

    it("says so if the old one does not run again either", async () => {
      outcomeOf = () => ({ kind: "failed", failure: { kind: "rejected", message: "no" } });
      const { end, failure } = await deploy();
      assert.deepEqual([end.state, end.isRunning, failure?.kind], ["before", false, "rejected"]);
    });

    it("does not go back once another computer has taken over, and says so", async () => {
      const owner = { id: "ff", installation: "bb", computer: "there", at: 5 };
      outcomeOf = () => {
        const file = `${used.paths.site}/lock/owner.json`;
        const entry = used.panel.state.files.get(file);
        assert.ok(entry);
        used.panel.state.files.set(file, { ...entry, bytes: stateBytes(owner) });
        return { kind: "wentWrong", evidence: undefined };
      };
      const { end } = await deploy();
      assert.deepEqual([end.state, end.problem], ["unknown", { kind: "takenOver", owner }]);
      assert.deepEqual([used.server["app.jar"], restarts], ["new", ["new"]]);
    });

    it("is rolled back on request", async () => {
      await deploy();
      const { history } = await readState(used.files, used.paths);
      const ids = history.map(({ id }) => id);
      const { end } = await rollBackJar(async () => rollBack(used.paths, ids, context()), context());
      assert.deepEqual([end.state, end.isRunning], ["wanted", true]);
      assert.equal(used.server["app.jar"], "old");
      assert.deepEqual(restarts, ["new", "old"]);
    });

    it("is refused where there is no jar, and where somebody has replaced it since", async () => {
      const prepared = await prepare();
      used.put({ "app.jar": "somebody else's" });
      await assert.rejects(deployJar(prepared, context()), { problem: { kind: "changed" } });
      used.panel.state.files.delete(jar);
      await assert.rejects(prepare(), { problem: { kind: "noJar", path: jar } });
      assert.deepEqual(restarts, []);
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
        isWhole = result?.end.state === "wanted" && used.calls < at;
        const content = used.server["app.jar"];
        if (result?.end.state === "before" || result === undefined) assert.equal(content, "old", `call ${at}`);
        assert.ok(content === "old" || content === "new", `call ${at}: ${content}`);
        if ((await readState(used.files, used.paths)).unfinished !== undefined)
          await finishUnfinished(used.paths, context());
        await writeFile(join(used.folder, "app.jar"), "new");
        assert.equal((await deploy()).end.state, "wanted", `after call ${at}`);
        assert.equal(used.server["app.jar"], "new", `after call ${at}`);
      }
    });
  });
