import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { deploy, rollBack } from "../../../src/deployments/deploy.ts";
import { RemoteLock } from "../../../src/deployments/remoteLock.ts";
import { prepareDeployment } from "../../../src/deployments/preparedDeployment.ts";
import { readState, stateBytes, statePaths } from "../../../src/deployments/remoteState.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DeployFixture, ROOT, type Tree } from "./deployFixture.ts";

const FOREIGN: Tree = { ".user.ini": "open_basedir", "foreign.txt": "not ours" };
const FIRST: Tree = { "index.html": "one", "a/中文 name.js": "x".repeat(1_000), gone: "later removed" };
const SECOND: Tree = { "index.html": "two", "a/中文 name.js": "x".repeat(1_000), "b/new.css": "new" };

/** Files of ours that visitors may see for a moment: a file that is moved from another file system would be seen in parts. */
const STAGED = { there: [], "on another file system": [".server-panel-id.part"] } as const;

/** The editions differ in their answers alone, so one has each call and the other some. */
const STEP = { baota: 1, aapanel: 5 } as const;

for (const edition of knownEditions)
  describe(`a deployment to ${edition}`, () => {
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

    it("gives new directories to the owner of the website's, and leaves others as they are", async () => {
      const { files } = used.panel.state;
      const existing = { mtime: 1_600_000_000, uid: 0, gid: 0, mode: 0o750 };
      files.set(`${ROOT}/there`, existing);
      await used.source({ "there/new dir/x.js": "x", "a/b/y.js": "y" });
      assert.equal((await used.deploy()).end.state, "wanted");
      const ownerOf = (path: string) => files.get(`${ROOT}/${path}`)?.uid;
      assert.deepEqual(["there/new dir", "a", "a/b"].map(ownerOf), [1001, 1001, 1001]);
      assert.deepEqual(files.get(`${ROOT}/there`), existing);
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
      assert.deepEqual([end.state, end.paths], ["wanted", { paths: ["index.html", "gone"], count: 2 }]);
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "mended on the server", gone: "edited" }));
    });

    for (const [where, device] of [
      ["there", undefined],
      ["on another file system", 79],
    ] as const)
      it(`shows visitors nothing but its files, and leaves nothing ${where}`, async () => {
        await used.source(FIRST);
        await used.deploy();
        const root = used.panel.state.files.get(ROOT);
        assert.ok(root);
        if (device !== undefined) used.panel.state.files.set(ROOT, { ...root, device });
        await used.source(SECOND);
        const seen = new Set<string>();
        used.fault = (_call, id, isMade) => {
          if (id === "file.unpack" && isMade) used.put({ "b/new.css": "broken" });
          for (const path of Object.keys(used.server)) seen.add(path);
        };
        const { end } = await used.deploy();
        assert.equal(end.state, "before");
        await used.again();
        await used.rollBack();
        const staged = [...seen].filter((path) => !Object.hasOwn({ ...FOREIGN, ...FIRST, ...SECOND }, path));
        assert.deepEqual(new Set(staged.map((path) => path.replace(/00-\d+-\d+/, "id"))), new Set(STAGED[where]));
        assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      });

    it("removes what an earlier one has uploaded, once it is about something else", async () => {
      const noise = randomBytes(7_000_000);
      await used.source({ "index.html": noise.toString("base64") });
      const sizes = () =>
        Object.entries(used.below(used.paths.state)).map(([path, text]) => [path, text.length] as const);
      const isUpload = ([path]: readonly [string, number]) => path.endsWith(".upload.tmp");
      // the second piece never arrives
      used.fault = (call, id) => {
        if (sizes().some(isUpload)) deadFrom(call)(call, id, false);
      };
      await assert.rejects(used.deploy(), PanelError);
      assert.equal(sizes().filter(isUpload).length, 1);
      await used.source(FIRST);
      assert.equal((await used.again()).end.state, "wanted");
      assert.deepEqual(sizes().filter(isUpload), []);
      const isArchive = ([path, size]: readonly [string, number]) => path.endsWith(".tar.gz") && size > 0;
      used.fault = (call, id) => {
        if (sizes().some(isArchive)) deadFrom(call)(call, id, false);
      };
      await used.source(SECOND);
      await assert.rejects(used.deploy(), PanelError);
      assert.equal(sizes().filter(isArchive).length, 1);
      await used.source({ ...SECOND, "index.html": "three" });
      assert.equal((await used.again()).end.state, "wanted");
      assert.deepEqual(sizes().filter(isArchive), []);
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

    it("creates the directory below the root that it goes to", async () => {
      await used.source({ "index.html": "one" });
      const { folder, source, name, root, nested } = await used.prepare();
      const paths = statePaths(ROOT, "app/new");
      const given = { name, folder, source, root, nested, paths, target: paths.target };
      const { end } = await deploy(await prepareDeployment(used.files, given), used.context());
      assert.equal(end.state, "wanted");
      assert.equal(used.server["app/new/index.html"], "one");
    });

    it("ends the upload where a backup fails meanwhile, and changes nothing", async () => {
      await used.source({ ...FIRST, "large.bin": randomBytes(13_000_000).toString("latin1") });
      const before = used.server;
      used.fault = (_call, id) => {
        if (id === "file.copy") throw new PanelError({ kind: "rejected", message: "no" });
      };
      await assert.rejects(used.deploy(), { failure: { kind: "rejected", message: "no" } });
      used.fault = () => undefined;
      const calls = used.calls;
      assert.deepEqual(used.server, before);
      assert.equal((await readState(used.files, used.paths)).lock, undefined);
      assert.deepEqual(await used.left(), []);
      assert.equal(used.called.slice(calls).includes("file.upload"), false, "nothing goes on afterwards");
    });

    it("does not begin again where the last piece of an upload was sent twice", async () => {
      const bytes = randomBytes(9_000_000);
      await used.source({ "large.bin": bytes.toString("latin1") });
      const file = join(used.folder, "large.bin");
      const size = (await stat(file)).size;
      const sha1 = createHash("sha1")
        .update(await readFile(file))
        .digest("hex");
      // the panel has the whole file, and is asked for a piece of it
      used.instead = (id) =>
        id === "file.upload" && used.panel.state.files.has(`${ROOT}/large.bin`) ? { there: 0 } : undefined;
      await used.files.upload({ file, size, sha1 }, `${ROOT}/large.bin`, () => undefined);
      const pieces = used.called.filter((id) => id === "file.upload").length - 1;
      assert.equal(pieces, Math.ceil(size / (4 * 1024 * 1024)));
    });

    it("sends nothing through a symbolic link on the server, which may lead out of the website", async () => {
      await used.source({ "index.html": "one", "a/b/x.js": "x" });
      used.link("a/b");
      await assert.rejects(used.prepare(), { problem: { kind: "link", path: `${ROOT}/a/b` } });
      used.panel.state.files.delete(`${ROOT}/a/b`);
      const prepared = await used.prepare();
      const before = used.server;
      used.fault = (_call, id, isMade) => {
        if (id === "file.copy" && isMade) used.link("a");
      };
      await assert.rejects(deploy(prepared, used.context()), { problem: { kind: "link", path: `${ROOT}/a` } });
      used.fault = () => undefined;
      assert.deepEqual(used.server, before);
      await assert.rejects(used.prepare({ target: `${ROOT}/a` }), { problem: { kind: "link", path: `${ROOT}/a` } });
    });

    it("removes nothing through a symbolic link, and looks for links only where it changes something", async () => {
      await used.source({ "index.html": "one", "a/x.js": "x" });
      await used.deploy();
      used.link("a");
      used.called.length = 0;
      assert.deepEqual((await used.prepare()).links, []);
      assert.deepEqual(
        used.called.filter((id) => id === "file.attributes"),
        [],
      );
      await used.source({ "index.html": "one" });
      const { plan } = await used.prepare();
      assert.deepEqual([plan.removed, plan.kept], [[], ["a/x.js"]]);
    });

    it("sends nothing into the root of another website below its own, and removes nothing there", async () => {
      const nested = [{ path: `${ROOT}/shop`, site: "shop.example.com" }];
      await used.source({ "index.html": "one", "shop/x.js": "x", "shopping/y.js": "y" });
      await assert.rejects(used.prepare({ nested }), { problem: { kind: "otherSite", ...nested[0] } });
      await used.deploy();
      await assert.rejects(used.prepare({ nested }), { problem: { kind: "otherSite", ...nested[0] } });
      await used.source({ "index.html": "two" });
      const { plan } = await used.prepare({ nested });
      assert.deepEqual([plan.removed.map(({ path }) => path), plan.kept], [["shopping/y.js"], ["shop/x.js"]]);
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
      const other = { id: "ff", deployment: "site", installation: "bb", computer: "here", at: 5 };
      const prepared = await used.prepare();
      await RemoteLock.take(used.files, used.paths, other, () => false, used.clock);
      await assert.rejects(deploy(prepared, used.context()), {
        problem: { kind: "locked", owner: { id: "ff", installation: "bb", computer: "here", at: 5 } },
      });
      assert.equal((await deploy(prepared, used.context({ mayTake: () => true }))).end.state, "wanted");
      assert.equal((await readState(used.files, used.paths)).lock, undefined);
    });

    it("changes nothing more once another computer has taken over", async () => {
      await used.source(FIRST);
      const owner = { id: "ff", installation: "bb", computer: "there", at: 5 };
      let before = used.server;
      for (const at of ["file.upload", "file.unpack"] as const) {
        let called = 0;
        used.fault = (_call, id, isMade) => {
          // the first two uploads are the lock's owner and the archive
          if (id !== at || !isMade || (called += 1) < (at === "file.upload" ? 2 : 1)) return;
          used.fault = () => undefined;
          const file = `${used.paths.site}/lock/owner.json`;
          const entry = used.panel.state.files.get(file);
          assert.ok(entry);
          used.panel.state.files.set(file, { ...entry, bytes: stateBytes(owner) });
          before = used.server;
        };
        const problem = { kind: "takenOver", owner } as const;
        if (at === "file.upload") await assert.rejects(used.deploy(), { problem });
        else {
          const { end } = await used.deploy();
          assert.deepEqual([end.state, end.problem], ["unknown", problem]);
        }
        assert.deepEqual(used.server, before, at);
        assert.deepEqual((await readState(used.files, used.paths)).lock, owner, at);
        await RemoteLock.take(used.files, used.paths, owner, () => true, used.clock).then((lock) => lock.release());
      }
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
  });

function sorted(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
