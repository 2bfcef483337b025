import assert from "node:assert/strict";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { deploy, rollBack } from "../../../src/deployments/deploy.ts";
import { RemoteLock } from "../../../src/deployments/remoteLock.ts";
import type { DeploymentError } from "../../../src/deployments/deploymentError.ts";
import { readState } from "../../../src/deployments/remoteState.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DeployFixture, ROOT, type Tree } from "./deployFixture.ts";

const FOREIGN: Tree = { ".user.ini": "open_basedir", "foreign.txt": "not ours" };
const FIRST: Tree = { "index.html": "one", "a/中文 name.js": "x".repeat(1_000), gone: "later removed" };
const SECOND: Tree = { "index.html": "two", "a/中文 name.js": "x".repeat(1_000), "b/new.css": "new" };

/** The editions differ in their answers alone, so one has each call and the other some. */
const STEP = { baota: 1, aapanel: 5 } as const;

for (const edition of knownEditions)
  describe(`a deployment to ${edition}`, function () {
    this.timeout(60_000);
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    it("places the files, and leaves alone what it has not placed", async () => {
      await used.source(FIRST);
      const { end } = await used.deploy();
      assert.equal(end.state, "wanted");
      assert.deepEqual(end.counts, { added: 2, changed: 1, unchanged: 0, removed: 0 });
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      assert.deepEqual(await used.left(), []);
    });

    it("asks little where nothing has changed", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.calls = 0;
      const { plan } = await used.prepare();
      assert.deepEqual([plan.added, plan.changed, plan.removed].flat(), []);
      assert.ok(used.calls <= 5, String(used.calls));
    });

    it("replaces, adds and removes, and gives the old bytes back", async () => {
      await used.source(FIRST);
      await used.deploy();
      await used.source(SECOND);
      const { end } = await used.deploy();
      assert.deepEqual(end.counts, { added: 1, changed: 1, unchanged: 1, removed: 1 });
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...SECOND }));
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      const { plan } = await used.prepare();
      assert.equal(plan.unchanged.length + plan.changed.length, 2, "what was brought back is known");
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "old" }));
    });

    it("leaves what somebody has changed since where it is rolled back, and says so", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.put({ "index.html": "mended on the server", gone: "edited" });
      const { end } = await used.rollBack();
      assert.deepEqual([end.state, end.paths?.toSorted()], ["wanted", ["gone", "index.html"]]);
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "mended on the server", gone: "edited" }));
    });

    it("is not rolled back in place of another one that came later", async () => {
      await used.source(FIRST);
      await used.deploy();
      const { history } = await readState(used.files, used.paths);
      await used.source(SECOND);
      await used.deploy();
      const before = used.server;
      const ids = history.map(({ id }) => id);
      await assert.rejects(rollBack(used.paths, ids, used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
    });

    it("keeps the last three for a roll back", async () => {
      for (const text of ["1", "2", "3", "4"]) {
        await used.source({ "index.html": text });
        await used.deploy();
      }
      const { history } = await readState(used.files, used.paths);
      assert.equal(history.length, 3);
      assert.deepEqual(new Set(history.map(({ backupBytes }) => backupBytes)), new Set([1]));
      await used.rollBack(3);
      assert.equal(used.server["index.html"], "1");
      const copies = Object.keys(used.below(used.paths.state)).filter((path) => /^\d+-\d+\/\d+$/.test(path));
      assert.deepEqual(copies, []);
    });

    it("goes on where answers are lost, at each call", async () => {
      await used.source(FIRST);
      await used.deploy();
      const texts = ["two", "three"];
      let total = 0;
      for (let at = 1; at === 1 || at <= total; at += STEP[edition]) {
        await used.source({ ...SECOND, "index.html": `${texts[at % 2]}${at}` });
        used.calls = 0;
        used.fault = (call, _id, isMade) => {
          if (call === at && isMade)
            throw new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });
        };
        const { end } = await used.deploy();
        total = Math.max(total, used.calls);
        assert.equal(end.state, "wanted", `${at}: ${used.called[at - 1]} ${JSON.stringify(end.problem)}`);
        used.fault = () => undefined;
        assert.equal(used.server["index.html"], `${texts[at % 2]}${at}`);
      }
      assert.ok(total > 20, String(total));
    });

    it("is old, new or said to be mixed where the connection ends, and whole after a second run", async () => {
      let total = 0;
      for (let at = 1; at === 1 || at <= total; at += STEP[edition]) {
        await used.again().catch(() => undefined);
        await used.source(FIRST);
        await used.again();
        const before = used.server;
        await used.source(SECOND);
        used.calls = 0;
        used.fault = deadFrom(at);
        const result = await used.deploy().catch((error: unknown) => {
          assert.ok(error instanceof PanelError, String(error));
          return undefined;
        });
        used.fault = () => undefined;
        if (result === undefined || result.end.state === "before") assert.deepEqual(used.server, before, `call ${at}`);
        if (result?.end.state === "wanted")
          assert.deepEqual(used.server, sorted({ ...FOREIGN, ...SECOND }), `call ${at}`);
        if (result === undefined) total = Math.max(total, at + STEP[edition]);
        else if (result.end.state !== "wanted") total = at + STEP[edition];
        const { end } = await used.again();
        assert.equal(end.state, "wanted", `after call ${at}`);
        assert.deepEqual(used.server, sorted({ ...FOREIGN, ...SECOND }), `after call ${at}`);
        await used.rollBack();
        assert.deepEqual(used.server, before, `rolled back after call ${at}`);
      }
      assert.ok(total > 20, String(total));
    });

    it("goes back when it is cancelled, at each call", async () => {
      await used.source(FIRST);
      await used.deploy();
      const before = used.server;
      await used.source(SECOND);
      for (let at = 1; ; at++) {
        const cancelling = new AbortController();
        used.calls = 0;
        used.fault = (call) => {
          if (call === at) cancelling.abort();
        };
        const result = await used.deploy({ signal: cancelling.signal }).catch(() => undefined);
        used.fault = () => undefined;
        if (result?.end.state === "wanted") {
          assert.ok(at > 20, String(at));
          break;
        }
        assert.deepEqual(used.server, before, `call ${at}`);
        assert.deepEqual((await readState(used.files, used.paths)).lock, undefined, `call ${at}`);
      }
    });

    it("goes back if a file is not as it should be afterwards", async () => {
      await used.source(FIRST);
      await used.deploy();
      const before = used.server;
      await used.source(SECOND);
      used.fault = (_call, id, isMade) => {
        const file = used.panel.state.files.get(`${ROOT}/b/new.css`);
        if (id === "file.unpack" && isMade && file !== undefined)
          used.panel.state.files.set(`${ROOT}/b/new.css`, { ...file, bytes: Buffer.from("ne") });
      };
      const { end } = await used.deploy();
      assert.equal(end.state, "before");
      assert.deepEqual(end.problem, { kind: "mismatch", paths: [`${ROOT}/b/new.css`], count: 1 });
      assert.deepEqual(used.server, before);
    });

    it("says that the disk is full or read-only, where the panel keeps no more bytes", async () => {
      await used.source(FIRST);
      const before = used.server;
      used.instead = (id) => (id === "file.upload" ? { there: 0 } : undefined);
      await assert.rejects(used.deploy(), ({ problem }: DeploymentError) => problem.kind === "noSpace");
      used.instead = () => undefined;
      assert.deepEqual(used.server, before);
      assert.equal((await readState(used.files, used.paths)).lock, undefined);
    });

    it("goes back where the disk is full while it unpacks", async () => {
      await used.source(FIRST);
      const before = used.server;
      used.fault = (_call, id, isMade) => {
        if (id !== "file.unpack" || !isMade) return;
        // as tar leaves it: some files whole, one short, the rest missing
        used.panel.state.files.delete(`${ROOT}/gone`);
        used.put({ "a/中文 name.js": "x".repeat(10) });
      };
      const { end } = await used.deploy();
      used.fault = () => undefined;
      assert.deepEqual([end.state, end.problem?.kind], ["before", "mismatch"]);
      assert.deepEqual(used.server, before);
    });

    it("sends nothing if a file of the folder has gone meanwhile", async () => {
      await used.source(FIRST);
      const prepared = await used.prepare();
      const before = used.server;
      await used.source({ "index.html": "one" });
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
    });

    it("is not possible where a directory is in the place of a file", async () => {
      await used.source({ assets: "a file" });
      used.put({ "assets/x": "y" });
      const { files } = used.panel.state;
      files.set(`${ROOT}/assets`, { mtime: 5, uid: 1001, gid: 1001, mode: 0o755 });
      await assert.rejects(used.prepare(), { problem: { kind: "inTheWay", path: `${ROOT}/assets` } });
    });

    it("sends nothing that the preview did not show", async () => {
      await used.source(FIRST);
      const prepared = await used.prepare();
      used.put({ "a/中文 name.js": "somebody was quicker" });
      const before = used.server;
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
    });

    it("waits for nobody: another computer's lock is told, and is taken over only if a person wants it", async () => {
      await used.source(FIRST);
      const other = { id: "ff", deployment: "site", computer: "there", at: 5 };
      const prepared = await used.prepare();
      await RemoteLock.take(used.files, used.paths, other, () => false, used.clock);
      await assert.rejects(deploy(prepared, used.context()), {
        problem: { kind: "locked", owner: { id: "ff", computer: "there", at: 5 } },
      });
      assert.equal((await deploy(prepared, used.context({ mayTake: () => true }))).end.state, "wanted");
      assert.equal((await readState(used.files, used.paths)).lock, undefined);
    });

    it("removes nothing that somebody has changed since, and nothing that it has not placed", async () => {
      await used.source(FIRST);
      await used.deploy();
      used.put({ gone: "edited on the server" });
      await used.source({ "index.html": "two" });
      await used.deploy();
      assert.equal(used.server["gone"], "edited on the server");
      assert.equal(used.server["foreign.txt"], "not ours");
      assert.equal(used.server["a/中文 name.js"], undefined);
    });

    it("does not read what was changed on the server in its state as paths", async () => {
      await used.source(FIRST);
      await used.deploy();
      const file = `${used.paths.state}/deployments.json`;
      const entry = used.panel.state.files.get(file);
      assert.ok(entry?.bytes);
      const text = entry.bytes.toString().replace('"gone"', '"../../../etc/passwd"');
      used.panel.state.files.set(file, { ...entry, bytes: Buffer.from(text) });
      await assert.rejects(used.prepare(), { problem: { kind: "damaged", path: file } });
    });
  });

function sorted(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
