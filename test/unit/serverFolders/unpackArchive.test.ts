import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readTarLine } from "../../../src/serverFolders/tarListing.ts";
import { lookIntoArchive, unpackArchive } from "../../../src/serverFolders/unpackArchive.ts";
import { readZip } from "../../../src/serverFolders/zipListing.ts";
import { fileProblemText } from "../../../src/texts/fileTexts.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { problemOf } from "../serverFiles/filesFixture.ts";
import { DIRECTORY, FolderPanel } from "./folderPanel.ts";

const hasTool = (name: string) => {
  try {
    execFileSync("sh", ["-c", `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
};

/** The bytes of an archive of files by path; `undefined` makes a link. */
async function archiveOf(name: string, files: Readonly<Record<string, string | undefined>>): Promise<Buffer> {
  const base = await mkdtemp(join(tmpdir(), "archive-"));
  try {
    const source = join(base, "source");
    await mkdir(source);
    for (const [path, content] of Object.entries(files)) {
      const at = join(source, path);
      await mkdir(dirname(at), { recursive: true });
      await (content === undefined ? symlink("/etc/passwd", at) : writeFile(at, content));
    }
    const at = join(base, name);
    if (name.endsWith(".zip")) execFileSync("zip", ["-qry", at, "."], { cwd: source });
    else execFileSync("tar", ["-caf", at, "-C", source, "."]);
    return await readFile(at);
  } finally {
    await rm(base, { recursive: true });
  }
}

for (const edition of knownEditions)
  describe(`unpacking an archive on ${edition}`, () => {
    const it = turnsOf(edition);
    let server: FolderPanel;
    beforeEach(async () => {
      server = await FolderPanel.start(edition);
    });
    afterEach(async () => server.stop());

    const look = async (name: string) => lookIntoArchive(server.jobs, server.remote, `${DIRECTORY}/${name}`);
    const why = async (task: Promise<unknown>) => {
      const problem = await problemOf(task);
      return problem.kind === "archive" ? problem.why : problem.kind;
    };

    for (const name of ["new.tar.gz", "new.zip"])
      it(`tells what is in a ${name}, and puts it into a new directory, as www's`, async function () {
        if (name.endsWith(".zip") && !(hasTool("zip") && hasTool("unzip"))) this.skip();
        server.put("sub/old.txt", "old");
        server.put("kept.txt", "kept");
        server.put(name, await archiveOf(name, { "sub/old.txt": "new", "made/名 a.txt": "a", link: undefined }));
        const seen = await look(name);
        const { files, directories, bytes, links, special } = seen.plan;
        assert.deepEqual(
          [[...files.values()].length, [...directories].toSorted(), bytes, links, special],
          [2, ["made", "sub"], 4, 1, 0],
        );
        assert.equal(seen.into, `${DIRECTORY}/new`);
        let moving = 0;
        await unpackArchive(server.jobs, seen, () => (moving += 1));
        assert.deepEqual(
          ["new/sub/old.txt", "new/made/名 a.txt", "sub/old.txt", "kept.txt"].map((path) => server.text(path)),
          ["new", "a", "old", "kept"],
        );
        assert.equal(moving, 1);
        const comes = ["new", "new/made", "new/made/名 a.txt", "new/sub", "new/sub/old.txt"];
        assert.deepEqual(server.paths, [...comes, "kept.txt", name, "sub", "sub/old.txt"].toSorted());
        for (const path of comes) {
          const { uid, gid } = server.all.get(`${DIRECTORY}/${path}`) ?? {};
          assert.deepEqual([path, uid, gid], [path, 1001, 1001]);
        }
        assert.deepEqual([server.left, [...server.leftTasks]], [[], []]);
      });

    it("changes nothing once the archive is another one", async () => {
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new", "b.txt": "b" }));
      const seen = await look("new.tar");
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new", "b.txt": "c" }));
      assert.equal(await why(unpackArchive(server.jobs, seen, () => undefined)), "changed");
      assert.deepEqual(server.paths, ["new.tar"]);
    });

    it("takes the first name that nothing has, and changes nothing where something has got it meanwhile", async () => {
      server.put("new/mine.txt", "mine");
      server.put("new-2", "mine");
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new" }));
      const seen = await look("new.tar");
      assert.equal(seen.into, `${DIRECTORY}/new-3`);
      server.put("new-3/mine.txt", "mine");
      assert.equal(await why(unpackArchive(server.jobs, seen, () => undefined)), "inTheWay");
      assert.deepEqual(server.paths, ["new", "new-2", "new-3", "new-3/mine.txt", "new.tar", "new/mine.txt"]);
      server.put(".tar", await archiveOf("new.tar", { "a.txt": "new" }));
      assert.equal((await look(".tar")).into, `${DIRECTORY}/.tar-unpacked`);
    });

    it("does not look into what is no archive", async () => {
      server.put("no.tar", "x".repeat(2_000));
      assert.equal(await why(look("no.tar")), "failed");
      server.put("no.zip", "x".repeat(2_000));
      assert.equal(await why(look("no.zip")), "damaged");
      assert.equal(await why(look("none.tar")), "notFound");
      server.put("empty.tar", await archiveOf("empty.tar", {}));
      assert.equal(await why(look("empty.tar")), "empty");
    });

    it("is done where a cancel comes once files are put in place, before that is known here", async () => {
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new" }));
      const seen = await look("new.tar");
      server.fault = (_, id, isMade) => {
        if (id === "file.read" && !isMade && server.left.some((path) => path.endsWith("/stays")))
          server.stopping.abort();
      };
      await unpackArchive(server.jobs, seen, () => undefined);
      assert.ok(server.stopping.signal.aborted);
      assert.deepEqual(
        [server.text("new/a.txt"), server.paths, server.left],
        ["new", ["new", "new.tar", "new/a.txt"], []],
      );
    });

    it("does not say that nothing was changed where its end was not seen", async () => {
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new" }));
      const seen = await look("new.tar");
      server.fault = () => {
        if (server.left.some((path) => path.endsWith("/stays")))
          throw new PanelError({ kind: "malformed", fields: [] });
      };
      const problem = await problemOf(unpackArchive(server.jobs, seen, () => undefined));
      assert.equal(problem.kind, "halfUnpacked");
      assert.match(fileProblemText(problem), /was not seen\. All of it may be in “.+\/new”/);
      assert.match(fileProblemText(problem), /\.server-panel-/);
    });

    for (const said of ["end done 1 0", "end done 0 0", "end done 2 1", "end partly", "end partly 2 0", "end done"])
      it(`believes only what is as much as was shown, and not “${said}”`, async () => {
        server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new", "b.txt": "b" }));
        const seen = await look("new.tar");
        const shippedScript = async (name: string) =>
          name === "unpack.sh" ? Buffer.from(`say moving\nsay '${said}'\n`) : server.jobs.shippedScript(name);
        const problem = await problemOf(unpackArchive({ ...server.jobs, shippedScript }, seen, () => undefined));
        assert.deepEqual(problem, { kind: "halfUnpacked", path: seen.path, into: seen.into, isWhole: false });
      });

    it("says where the stage stays", async () => {
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new" }));
      const seen = await look("new.tar");
      const shippedScript = async (name: string) =>
        name === "unpack.sh"
          ? Buffer.from("say moving\nsay stays\nsay 'end done 1 0'\n")
          : server.jobs.shippedScript(name);
      const text = fileProblemText(
        await problemOf(unpackArchive({ ...server.jobs, shippedScript }, seen, () => undefined)),
      );
      assert.match(text, /^All files and directories of .* are in “.+\/new”\. .* in the directory \.server-panel-/);
    });

    it("leaves nothing where it is canceled before files are put in place", async () => {
      await server.stop();
      server = await FolderPanel.start(edition, {
        tar: `PATH=$DEMO_PATH\ncase "$*" in *.server-panel-*) exec sleep 1000 ;; esac\nexec tar "$@"\n`,
      });
      server.put("new.tar", await archiveOf("new.tar", { "a.txt": "new" }));
      const seen = await look("new.tar");
      // it runs until it is ended
      server.awaitsScripts = false;
      server.fault = () => {
        if (server.left.some((path) => path.endsWith("/goes"))) server.stopping.abort();
      };
      await assert.rejects(
        unpackArchive(server.jobs, seen, () => undefined),
        (error) => failureOf(error)?.kind === "cancelled",
      );
      await server.panel.shell.over();
      assert.deepEqual([server.paths, server.left], [["new.tar"], []]);
    });
  });

describe("the list of a tar", () => {
  it("is read with names of any bytes, and with numbers that are numbers alone", () => {
    const at = "2026-01-02 03:04:05";
    assert.deepEqual(readTarLine(`-rw-r--r-- 0/0               5 ${at} ./a b\\n\\\\\\344\\377`), {
      kind: "file",
      path: "./a b\n\\\u00e4\u00ff",
      size: 5,
    });
    assert.deepEqual(readTarLine(`drwxr-xr-x 1000/1000         0 ${at} ./d/`), {
      kind: "directory",
      path: "./d/",
      size: 0,
    });
    assert.deepEqual(readTarLine(`lrwxrwxrwx 0/0               0 ${at} l -> /etc -> x`), {
      kind: "link",
      path: "l",
      size: 0,
    });
    assert.deepEqual(readTarLine(`hrw-r--r-- 0/0               0 ${at} h link to a`), {
      kind: "link",
      path: "h",
      size: 0,
    });
    assert.deepEqual(readTarLine(`crw-r--r-- 0/0             1,3 ${at} null`), {
      kind: "special",
      path: "null",
      size: 0,
    });
    for (const line of [
      "",
      "tar: x",
      `-rw-r--r-- 0/0 5e3 ${at} a`,
      `-rw-r--r-- 0/0 NaN ${at} a`,
      `-rw-r--r-- 0/0 ${"9".repeat(30)} ${at} a`,
    ])
      assert.equal(readTarLine(line), undefined, line);
  });
});

describe("the list of a zip", () => {
  const read = (bytes: Buffer) => readZip(async (from, length) => bytes.subarray(from, from + length), bytes.length);

  /** A zip with the list of one empty file. */
  function zip(name: Buffer, { flags = 0, system = 3, attributes = 0, size = 0, count = 1 } = {}): Buffer {
    const entry = Buffer.alloc(46 + name.length);
    entry.write("PK\u0001\u0002", "latin1");
    entry.writeUInt8(system, 5);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(attributes, 38);
    name.copy(entry, 46);
    const end = Buffer.alloc(22);
    end.write("PK\u0005\u0006", "latin1");
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(entry.length, 12);
    return Buffer.concat([entry, end]);
  }

  it("tells links, encryption and names whose encoding is not told", async () => {
    const gbk = Buffer.from([0xd6, 0xd0]);
    const first = async (bytes: Buffer) => (await read(bytes))?.[0];
    assert.deepEqual(await first(zip(Buffer.from("a"), { size: 7 })), { kind: "file", path: "a", size: 7 });
    assert.equal((await first(zip(Buffer.from("l"), { attributes: 0xa1ff * 0x10000 })))?.kind, "link");
    assert.equal((await first(zip(Buffer.from("d/"))))?.kind, "directory");
    assert.equal((await first(zip(Buffer.from("p"), { attributes: 0x1000 * 0x10000 })))?.kind, "special");
    assert.equal((await first(zip(Buffer.from("a"), { flags: 1 })))?.isEncrypted, true);
    assert.equal((await first(zip(gbk, { system: 0 })))?.isForeign, true);
    assert.equal((await first(zip(gbk)))?.isForeign, true);
    assert.equal((await first(zip(Buffer.from("中"), { flags: 0x800, system: 0 })))?.isForeign, undefined);
    assert.equal((await first(zip(Buffer.from("中"))))?.isForeign, undefined);
    assert.equal((await first(zip(Buffer.from("a\\b"), { system: 0 })))?.path, "a/b");
  });

  it("is none where it says that its own list is far beyond its end, or has a name that no file has", async () => {
    const end64 = Buffer.alloc(20);
    end64.write("PK\u0006\u0007", "latin1");
    end64.writeBigUInt64LE(0xffff_ffff_ffff_ff00n, 8);
    const whole = zip(Buffer.from("a"));
    const far = Buffer.concat([whole.subarray(0, -22), end64, whole.subarray(-22)]);
    const exact = async (from: number, length: number) => {
      assert.ok(from + length <= far.length);
      return far.subarray(from, from + length);
    };
    assert.equal(await readZip(exact, far.length), undefined);
    assert.equal(await read(zip(Buffer.from("a\0b"))), undefined);
    assert.equal(await readZip(async () => assert.fail("read"), 0), undefined);
  });

  it("is none where anything in it is cut off or leads elsewhere", async () => {
    const whole = zip(Buffer.from("name"));
    for (let length = 0; length < whole.length; length++)
      assert.equal(await read(whole.subarray(0, length)), undefined, String(length));
    const far = Buffer.from(whole);
    far.writeUInt32LE(0x7fff_ffff, whole.length - 6);
    assert.equal(await read(far), undefined);
    assert.equal(await read(zip(Buffer.from("a"), { size: 0xffff_ffff })), undefined);
  });
});
