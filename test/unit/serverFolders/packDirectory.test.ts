import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fetchDirectory, measureDirectory } from "../../../src/serverFolders/packDirectory.ts";
import { CountedBudget, MoreThanCounted } from "../../../src/serverFolders/countedBudget.ts";
import { isNameHere, unpackLocally } from "../../../src/serverFolders/unpackLocally.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { eventually } from "../../eventually.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { kindOf } from "../serverFiles/filesFixture.ts";
import { DIRECTORY, FolderPanel } from "./folderPanel.ts";
import { FolderServer } from "./folderServer.ts";

const NEVER = new AbortController().signal;
const ignored = () => undefined;
/** More than there is in any of these tests. */
const ample = () => new CountedBudget({ entries: 1_000, bytes: 1_000_000 });
/** What is counted in an empty directory. */
const nothing = () => new CountedBudget({ entries: 0, bytes: 0 });

for (const edition of knownEditions)
  describe(`downloading a directory of ${edition}`, () => {
    const it = turnsOf(edition);
    let server: FolderPanel;
    let archive: string;
    let target: string;
    beforeEach(async () => {
      server = await FolderPanel.start(edition);
      [archive, target] = [join(server.folder, "archive.tar.gz"), join(server.folder, "unpacked")];
      await mkdir(target);
      server.put("a.txt", "a");
      server.put("sub/名 b.txt", "b".repeat(20_000));
      server.put("sub/run.sh", "#!/bin/sh\n", { mode: 0o755 });
      server.put("link", "", { linkTo: "/etc/passwd" });
    });
    afterEach(async () => server.stop());

    it("counts what is there", async () => {
      const answer = await measureDirectory(server.jobs, DIRECTORY);
      assert.equal(answer.kind, "measured");
      if (answer.kind !== "measured") return;
      const { free, ...measured } = answer.measured;
      assert.ok(free > 0);
      assert.deepEqual(measured, { entries: 5, files: 3, bytes: 20_011, links: 1, others: 0, unlisted: 0 });
    });

    it("packs, fetches and unpacks it, and leaves nothing on the server", async () => {
      const answer = await fetchDirectory(server.jobs, DIRECTORY, { file: archive, budget: ample() }, ignored);
      assert.equal(answer.kind === "packed" && answer.packed.trouble, undefined);
      const { files, notWritten } = await unpackLocally(archive, target, {
        budget: ample(),
        signal: NEVER,
        onFile: ignored,
      });
      assert.deepEqual([files, notWritten], [3, [{ path: "./link", why: "link" }]]);
      assert.equal(await readFile(join(target, "sub/名 b.txt"), "utf8"), "b".repeat(20_000));
      assert.deepEqual((await readdir(target)).toSorted(), ["a.txt", "sub"]);
      assert.deepEqual([server.left, [...server.leftTasks]], [[], []]);
    });

    it("goes on where it was after the connection was lost for longer than a call is tried", async () => {
      let lost = 0;
      server.fault = (_, id, isMade) => {
        if (
          id === "file.read" &&
          !isMade &&
          [...server.all.keys()].some((path) => path.endsWith("/archive.tar.gz")) &&
          (lost += 1) <= 12
        )
          throw new PanelError({ kind: "network", code: "ECONNRESET" });
      };
      assert.equal(
        (await fetchDirectory(server.jobs, DIRECTORY, { file: archive, budget: ample() }, ignored)).kind,
        "packed",
      );
      assert.ok(lost > 12);
    });

    it("keeps nothing where it is canceled", async () => {
      server.fault = (_, id) => {
        if (id === "file.read" && [...server.all.keys()].some((path) => path.endsWith("/archive.tar.gz")))
          server.stopping.abort();
      };
      await assert.rejects(
        fetchDirectory(server.jobs, DIRECTORY, { file: archive, budget: ample() }, ignored),
        (error) => failureOf(error)?.kind === "cancelled",
      );
      await server.panel.shell.over();
      assert.deepEqual([server.left, await readdir(server.folder)], [[], ["unpacked"]]);
    });

    it("fetches no archive that is far longer than what was counted allows", async () => {
      server.put("large", randomBytes(20_000_000));
      const steps: unknown[] = [];
      const to = { file: archive, budget: nothing() };
      await assert.rejects(
        fetchDirectory(server.jobs, DIRECTORY, to, (step) => steps.push(step)),
        MoreThanCounted,
      );
      assert.deepEqual([steps, server.left, await readdir(server.folder)], [["packing"], [], ["unpacked"]]);
    });

    it("refuses an archive with other bytes than the server has packed", async () => {
      server.fault = (_, id) => {
        const [path, file] = [...server.all].find(([each]) => each.endsWith("/archive.tar.gz")) ?? [];
        if (id !== "file.read" || path === undefined || file?.bytes === undefined) return;
        server.all.set(path, { ...file, bytes: Buffer.alloc(file.bytes.length) });
      };
      assert.equal(
        await kindOf(fetchDirectory(server.jobs, DIRECTORY, { file: archive, budget: ample() }, ignored)),
        "changed",
      );
      assert.deepEqual(await readdir(server.folder), ["unpacked"]);
    });

    it("says that there is no such directory", async () => {
      const answer = await measureDirectory(server.jobs, "/www/none");
      assert.deepEqual(answer, { kind: "ended", end: { kind: "said", words: ["notFound"] } });
    });
  });

for (const shell of ["dash", "bash"])
  describe(`the script that packs, in ${shell}`, () => {
    let server: FolderServer;
    beforeEach(() => {
      server = new FolderServer(shell);
    });
    afterEach(() => server.remove());
    const pack = async (directory = server.root) => {
      const run = await server.run(["folder.sh", "pack.sh"], { directory, task: "pack" });
      return { ...run, records: run.output.toString("latin1").split("\0").slice(0, -1) };
    };

    it("tells of files that change while they are packed", async () => {
      server.put("a.txt", "a");
      server.tool(
        "tar",
        `PATH=${process.env["PATH"] ?? ""}\ntar "$@"\necho "tar: ./a.txt: file changed as we read it" >&2\nexit 1\n`,
      );
      const { records, code } = await pack();
      assert.deepEqual(
        [code, records.includes("code 1"), records.find((record) => record.startsWith("said "))],
        [0, true, "said tar: ./a.txt: file changed as we read it"],
      );
    });

    it("keeps no archive of a tar that was killed", async () => {
      server.put("a.txt", "a");
      server.tool("tar", "echo part; kill -KILL $$\n");
      const { records } = await pack();
      assert.equal(records.at(-1), "end tar 137");
    });

    it("counts what tar has packed, whatever that says of itself", async () => {
      for (const name of ["a", "b\nc", "d/e"]) server.put(name, "x");
      const whole = await pack();
      assert.ok(whole.records.includes("entries 4") && whole.records.includes("packed 4"), whole.records.join("|"));
      server.tool("tar", `PATH=${process.env["PATH"] ?? ""}\nexec tar --exclude=./a "$@"\n`);
      const { records } = await pack();
      assert.ok(records.includes("entries 4") && records.includes("packed 3"), records.join("|"));
    });

    it("counts nothing where find was killed", async () => {
      server.put("a.txt", "a");
      server.tool("find", "kill -KILL $$\n");
      const { records, code } = await pack();
      assert.deepEqual([records, code !== 0], [[], true]);
    });

    it("does not begin where there is no room", async () => {
      server.put("a.txt", "a");
      server.tool("df", "echo header\necho 'disk 1 1 10 1% /'\n");
      const { records, job } = await pack();
      assert.match(records.at(-1) ?? "", /^end noSpace \d+ 10240$/);
      assert.deepEqual(readdirSync(job).includes("archive.tar.gz"), false);
    });

    it("does not pack itself", async () => {
      server.put("a.txt", "a");
      const { records, job } = await pack(server.base);
      assert.ok(records.includes("code 0"), records.join("|"));
      const names = execFileSync("tar", ["-tzf", join(job, "archive.tar.gz")], { encoding: "utf8" });
      assert.ok(names.includes("./shop/a.txt\n"));
      assert.equal(names.includes("work.sh"), false);
    });

    it("packs names of any bytes, and a file with two names as two", async () => {
      for (const name of ["line\nbreak", "-e", "back\\slash", " blank ", "\u00ff\u00fe"]) server.put(name, name);
      execFileSync("ln", [join(server.root, "-e"), join(server.root, "twin")]);
      const { job } = await pack();
      const target = join(server.base, "target");
      mkdirSync(target);
      const { files, notWritten } = await unpackLocally(join(job, "archive.tar.gz"), target, {
        budget: ample(),
        signal: NEVER,
        onFile: ignored,
      });
      assert.deepEqual([files, notWritten], [6, []]);
      assert.equal(readFileSync(join(target, "twin"), "utf8"), "-e");
    });
  });

describe("an archive that is unpacked on this computer", () => {
  let server: FolderServer;
  let target: string;
  beforeEach(() => {
    server = new FolderServer();
    target = join(server.base, "target");
    mkdirSync(target);
  });
  afterEach(() => server.remove());
  const unpack = async (budget = ample()) =>
    unpackLocally(join(server.base, "a.tgz"), target, { budget, signal: NEVER, onFile: ignored });
  const tar = (...words: readonly string[]) =>
    execFileSync("tar", ["-czf", join(server.base, "a.tgz"), "-C", server.root, ...words]);

  it("writes nothing outside of its directory, and no link", async () => {
    server.put("x", "evil");
    writeFileSync(join(server.base, "victim"), "victim's");
    symlinkSync(server.base, join(server.root, "l"));
    execFileSync("mkfifo", [join(server.root, "pipe")]);
    execFileSync("ln", [join(server.root, "x"), join(server.root, "y")]);
    tar("-P", "--transform=s,^x$,../victim,", "x", "l", "pipe");
    const first = await unpack();
    tar("-P", `--transform=s,^x$,${server.base}/victim,`, "x");
    const second = await unpack();
    tar("-P", "--transform=s,^x$,l/victim,", "l", "x", "y");
    const third = await unpack();
    assert.deepEqual(
      [first, second, third].map(({ notWritten }) => notWritten.map(({ why }) => why)),
      [["outside", "link", "special"], ["outside"], ["link", "link"]],
    );
    assert.equal(readFileSync(join(server.base, "victim"), "utf8"), "victim's");
    assert.deepEqual(server.tree(target), { l: "directory", "l/victim": "evil" });
  });

  it("leaves out what comes below a file, where the same name is a file and a directory here, and closes the archive", async () => {
    server.put("x", "file");
    server.put("y/below", "below");
    tar("--transform=s,^y,x,", "x", "y");
    const { files, notWritten } = await unpack();
    assert.equal(files, 1);
    assert.deepEqual(
      notWritten.map(({ path, why }) => [path, why]),
      [
        ["x/", "twice"],
        ["x/below", "twice"],
      ],
    );
    assert.deepEqual(server.tree(target), { x: "file" });
    server.put("large", "x".repeat(20_000_000));
    tar("large");
    await assert.rejects(unpack(nothing()), MoreThanCounted);
    if (process.platform !== "linux") return;
    const open = () =>
      readdirSync("/proc/self/fd").some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith("/a.tgz");
        } catch {
          return false;
        }
      });
    await eventually(open, (isOpen) => !isOpen);
  });

  it("overwrites nothing", async () => {
    server.put("x", "new");
    writeFileSync(join(target, "x"), "old");
    tar("x");
    assert.deepEqual((await unpack()).notWritten, [{ path: "x", why: "twice" }]);
    assert.equal(readFileSync(join(target, "x"), "utf8"), "old");
  });

  it("ends where there is far more in it than was counted", async () => {
    server.put("x", "x".repeat(20_000_000));
    tar("x");
    await assert.rejects(unpack(nothing()), MoreThanCounted);
    mkdirSync(join(server.root, "d"));
    for (let file = 0; file < 1_001; file++) writeFileSync(join(server.root, "d", String(file)), "");
    tar("d");
    await assert.rejects(unpack(nothing()), MoreThanCounted);
    assert.ok(Object.keys(server.tree(target)).length <= 1_001);
    tar("-P", "--transform=s,^,../,", "d");
    await assert.rejects(unpack(nothing()), MoreThanCounted);
  });

  it("knows the names that Windows has not", () => {
    for (const name of ["con", "NUL.txt", "com1", "a:b", "a?", "a.", "a ", "a\\b", "\u0001"]) {
      assert.equal(isNameHere(name, "win32"), false, name);
      assert.equal(isNameHere(name, "linux"), true, name);
    }
    for (const name of ["console", "a.b", ".a", "名"]) assert.equal(isNameHere(name, "win32"), true, name);
  });
});
