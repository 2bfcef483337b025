import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DeploymentError } from "../../../src/deployments/deploymentError.ts";
import { prepareRollBack, rollBack } from "../../../src/deployments/rollBack.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { DeployFixture, OURS, ROOT, sorted, type Tree } from "./deployFixture.ts";

const FOREIGN: Tree = { ".user.ini": "open_basedir", "foreign.txt": "not ours" };
const FIRST: Tree = { "index.html": "one", "a/中文 name.js": "x".repeat(1_000), gone: "later removed" };
const SECOND: Tree = { "index.html": "two", "a/中文 name.js": "x".repeat(1_000), "b/new.css": "new" };

for (const edition of knownEditions)
  describe(`a deployment in trouble, to ${edition}`, () => {
    const inTurn = turnsOf(edition);
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    for (const [where, device] of [
      ["there", undefined],
      ["on another file system", 79],
    ] as const)
      inTurn(`shows visitors nothing but its files, and leaves nothing ${where}`, async () => {
        const root = used.panel.state.files.get(ROOT);
        const parent = used.panel.state.files.get("/www/wwwroot");
        assert.ok(root && parent);
        if (device !== undefined) {
          used.panel.state.files.set(ROOT, { ...root, device });
          used.panel.state.files.set("/www/wwwroot", { ...parent, device });
        }
        await used.source(FIRST);
        await used.deploy();
        await used.source(SECOND);
        const seen = new Set<string>();
        used.fault = () => {
          for (const path of Object.keys(used.server)) seen.add(path);
        };
        assert.equal((await used.deploy()).end.state, "wanted");
        await used.rollBack();
        const staged = [...seen].filter((path) => !Object.hasOwn({ ...FOREIGN, ...FIRST, ...SECOND }, path));
        assert.deepEqual(staged, []);
        assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
        const { site } = await used.place();
        assert.equal(site.startsWith(device === undefined ? `${OURS}/` : "/www/wwwroot/.server-panel/"), true, site);
        assert.deepEqual(await used.leftovers(), []);
      });

    inTurn("goes nowhere where there is no directory of ours on the website's file system", async () => {
      const root = used.panel.state.files.get(ROOT);
      assert.ok(root);
      used.panel.state.files.set(ROOT, { ...root, device: 79 });
      await assert.rejects(used.place(), { problem: { kind: "noPlace", path: ROOT } });
    });

    inTurn("keeps nothing where others than root could put a script in the place of ours", async () => {
      const { files } = used.panel.state;
      const [root, parent, above] = [ROOT, "/www/wwwroot", "/www"].map((path) => files.get(path));
      assert.ok(root && parent && above);
      const [device, rootsAlone] = [79, { uid: 0, gid: 0, mode: 0o755 }];
      files.set(ROOT, { ...root, device });
      files.set("/www/wwwroot", { ...parent, ...rootsAlone, device });
      files.set("/www", { ...above, ...rootsAlone });
      assert.match((await used.place()).site, /^\/www\/wwwroot\/\.server-panel\//);
      for (const [path, directory] of [
        ["/www/wwwroot", { ...parent, ...rootsAlone, device, uid: 1001 }],
        ["/www/wwwroot", { ...parent, ...rootsAlone, device, mode: 0o775 }],
        ["/www", { ...above, ...rootsAlone, uid: 1001 }],
      ] as const) {
        const before = files.get(path);
        assert.ok(before);
        files.set(path, directory);
        await assert.rejects(used.place(), { problem: { kind: "noPlace", path: ROOT } });
        files.set(path, before);
      }
    });

    inTurn("keeps its copies above directories of others, on the same file system", async () => {
      const { files } = used.panel.state;
      const [root, parent, above] = [ROOT, "/www/wwwroot", "/www"].map((path) => files.get(path));
      assert.ok(root && parent && above);
      const device = 79;
      files.set(ROOT, { ...root, device });
      files.set("/www/wwwroot", { ...parent, device, uid: 1001 });
      // the disk begins here, and our own directory is on another one
      files.set("/www", { ...above, uid: 0, gid: 0, mode: 0o755, device });
      files.set("/www/backup", { ...above, uid: 0, gid: 0, mode: 0o600, device: 65_024 });
      await used.source(FIRST);
      assert.equal((await used.deploy()).end.state, "wanted");
      await used.source(SECOND);
      await used.deploy();
      await used.rollBack();
      assert.deepEqual(used.server, sorted({ ...FOREIGN, ...FIRST }));
      assert.match((await used.place()).site, /^\/www\/\.server-panel\//);
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("is not made where somebody deploys after the last look", async () => {
      await used.source(FIRST);
      await used.deploy();
      await used.source(SECOND);
      const before = used.server;
      const { site } = await used.place();
      const history = used.panel.state.files.get(`${site}/history-root`);
      assert.ok(history);
      const onPhase = (phase: string) => {
        if (phase !== "exchanging") return;
        used.panel.state.files.set(`${site}/history-root`, { ...history, bytes: Buffer.from("00-11\n") });
      };
      const { end } = await used.deploy({ onPhase });
      assert.deepEqual([end.state, end.problem], ["untouched", { kind: "changed" }]);
      assert.deepEqual(used.server, before);
    });

    inTurn("is not rolled back in place of another one that came later", async () => {
      await used.source(FIRST);
      await used.deploy();
      const first = await prepareRollBack(await used.place(), await used.past(), used.context());
      await used.source(SECOND);
      await used.deploy();
      const before = used.server;
      await assert.rejects(rollBack(first, new Set(), used.context()), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn(
      "keeps the last three for a roll back, and removes what is older by itself, not through the recycle bin",
      async () => {
        for (const text of ["1", "2", "3", "4"]) {
          await used.source({ "index.html": text });
          assert.equal((await used.deploy()).end.state, "wanted");
        }
        const past = await used.past();
        assert.equal(past.length, 3);
        assert.deepEqual(new Set(past.map(({ backupBytes }) => backupBytes)), new Set([1]));
        const copies = Object.keys(used.below((await used.place()).site)).filter((path) =>
          /\/old\/\d+\/[^/]+$/.test(path),
        );
        assert.equal(copies.length, 3);
        assert.equal((await used.rollBack(3)).end.state, "wanted");
        assert.equal(used.server["index.html"], "1");
        assert.deepEqual(await used.leftovers(), []);
        assert.deepEqual(
          used.called.filter((id) => id === "file.remove" || id === "file.removeDirectory"),
          [],
        );
      },
    );

    inTurn("turns a file into a directory and a directory into a file, and back", async () => {
      await used.source({ "index.html": "one", thing: "file", "tree/a/x.js": "x", "tree/y.js": "y" });
      await used.deploy();
      const before = used.server;
      await used.source({ "index.html": "one", "thing/deep/z.js": "z", tree: "file" });
      const { end } = await used.deploy();
      assert.deepEqual([end.state, end.problem], ["wanted", undefined]);
      assert.deepEqual(used.server, sorted({ ...FOREIGN, "index.html": "one", "thing/deep/z.js": "z", tree: "file" }));
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.deepEqual(used.server, before);
    });

    inTurn("does not take a directory's place in which somebody has something", async () => {
      await used.source({ "tree/y.js": "y" });
      await used.deploy();
      used.put({ "tree/upload.jpg": "theirs" });
      await used.source({ tree: "file" });
      await assert.rejects(used.prepare(), { problem: { kind: "inTheWay", path: `${ROOT}/tree` } });
      await used.source({ "foreign.txt/x.js": "x" });
      await assert.rejects(used.prepare(), { problem: { kind: "inTheWay", path: `${ROOT}/foreign.txt` } });
      assert.deepEqual(await used.leftovers(), []);
    });

    inTurn("replaces a link where a file must go, and brings the link back", async () => {
      used.panel.state.files.set(`${ROOT}/linked.txt`, {
        mtime: 1,
        uid: 0,
        gid: 0,
        mode: 0o777,
        linkTo: `${ROOT}/foreign.txt`,
      });
      await used.source({ "linked.txt": "own" });
      assert.equal((await used.deploy()).end.state, "wanted");
      assert.deepEqual([used.server["linked.txt"], used.server["foreign.txt"]], ["own", "not ours"]);
      assert.equal((await used.rollBack()).end.state, "wanted");
      assert.equal(used.panel.state.files.get(`${ROOT}/linked.txt`)?.linkTo, `${ROOT}/foreign.txt`);
    });

    inTurn("does not begin again where the last piece of an upload was sent twice", async () => {
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

    inTurn("has no deployments of an earlier website of the same name and root", async () => {
      await used.source(FIRST);
      await used.deploy();
      assert.equal((await used.past()).length, 1);
      const place = await used.place("", ["2", "deployed.example.com"]);
      const { state, plan } = await used.plan({ place });
      assert.deepEqual([state.last, plan.removed], [undefined, []]);
    });

    inTurn("looks once more at the website before it begins, and changes nothing if that is another one", async () => {
      await used.source(FIRST);
      const before = used.server;
      const lookAgain = async () => {
        throw new DeploymentError({ kind: "changed" });
      };
      await assert.rejects(used.deploy({ lookAgain }), { problem: { kind: "changed" } });
      assert.deepEqual(used.server, before);
      assert.deepEqual([await used.leftovers(), used.tasks()], [[], []]);
    });

    inTurn(
      "names what cannot go back, file by file, and blocks the website no longer once it is given up",
      async () => {
        await used.source(FIRST);
        await used.deploy();
        // somebody makes a directory where the file was that has to come back
        await used.source({ "index.html": "two", "a/中文 name.js": "x".repeat(1_000) });
        await used.deploy();
        used.panel.state.files.set(`${ROOT}/gone`, { mtime: 1, uid: 0, gid: 0, mode: 0o755 });
        const { end } = await used.rollBack();
        assert.ok(end.state === "kept" || end.state === "mixed", end.state);
        assert.deepEqual(
          end.kept?.files.map(({ path }) => path),
          [`${ROOT}/gone`],
        );
        assert.equal(used.server["index.html"], "one", "all others are back");
        if (end.state === "mixed") assert.equal((await used.end("giveUp"))?.end.state, "left");
        used.panel.state.files.delete(`${ROOT}/gone`);
        assert.equal((await used.deploy()).end.state, "wanted");
      },
    );
  });
