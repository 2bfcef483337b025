import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../eventually.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { FolderServer, isRoot } from "./folderServer.ts";

const UNPACK = ["folder.sh", "unpack.sh"];

/** What was seen of a directory with an archive in it. */
async function look(server: FolderServer, archive: string, directory = server.root) {
  const { output, code, errors } = await server.run(UNPACK, {
    directory,
    archive,
    task: "look",
    "unpack-as-owner.sh": await shippedScript("unpack-as-owner.sh"),
  });
  const records = output.toString("latin1").split("\0");
  return { records, code, errors, shown: records[0]?.replace(/^shown /, "") ?? "" };
}

/** Unpacks, as `records` say. */
async function unpack(
  server: FolderServer,
  archive: string,
  {
    shown,
    comes,
    into = "into",
    most = 1_000,
    largest = 1_000,
    directory = server.root,
  }: {
    readonly shown: string;
    readonly comes: readonly string[];
    readonly into?: string;
    readonly most?: number;
    readonly largest?: number;
    readonly directory?: string;
  },
) {
  const list = (records: readonly string[]) => Buffer.from(records.map((record) => `${record}\0`).join(""), "latin1");
  const run = await server.run(UNPACK, {
    directory,
    archive,
    task: "unpack",
    stage: ".server-panel-test",
    shown: `${shown}\n`,
    comes: list(comes),
    into,
    most: `${most} ${largest}\n`,
    "unpack-as-owner.sh": await shippedScript("unpack-as-owner.sh"),
  });
  return { ...run, ends: run.output.toString("latin1").split("\0").slice(0, -1) };
}

/** The tests of the script that unpacks, with this shell. */
export function testUnpacking(shell: string): void {
  describe(`the script that unpacks, in ${shell}`, () => {
    let server: FolderServer;
    beforeEach(() => {
      server = new FolderServer(shell);
    });
    afterEach(() => server.remove());

    /** Makes an archive of files, by path, and puts it into the directory. */
    function pack(files: Readonly<Record<string, string>>, name = "new.tar.gz", more: readonly string[] = []): void {
      const source = join(server.base, "source");
      mkdirSync(source, { recursive: true });
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(join(source, path, ".."), { recursive: true });
        writeFileSync(join(source, path), content);
      }
      const at = join(server.root, name);
      if (name.endsWith(".zip")) execFileSync("zip", ["-qry", at, "."], { cwd: source });
      else execFileSync("tar", ["-caf", at, ...more, "-C", source, "."]);
      rmSync(source, { recursive: true });
      server.give(at);
    }

    for (const name of ["new.tar.gz", "new.tar", "new.tgz", "new.tar.bz2", "new.tar.xz", "new.zip"])
      it(`puts what is in a ${name} into a new directory, as the owner of the one that it is in`, async () => {
        server.put("kept.txt", "kept");
        pack({ "a.txt": "a", "sub/new.txt": "new", "made/deep/b b.txt": "b" }, name);
        const { shown } = await look(server, name);
        const comes = ["d 0 sub", "d 0 made", "d 0 made/deep", "f 1 a.txt", "f 3 sub/new.txt", "f 1 made/deep/b b.txt"];
        const { ends, errors } = await unpack(server, name, { shown, comes });
        assert.deepEqual([ends, errors], [["moving", "end done 3 3"], ""]);
        const { [name]: archive, ...others } = server.tree();
        assert.ok(archive);
        assert.deepEqual(others, {
          into: "directory",
          "into/a.txt": "a",
          "into/made": "directory",
          "into/made/deep": "directory",
          "into/made/deep/b b.txt": "b",
          "into/sub": "directory",
          "into/sub/new.txt": "new",
          "kept.txt": "kept",
        });
        const owner = statSync(server.root).uid;
        for (const path of ["into", "into/a.txt", "into/made", "into/made/deep/b b.txt"])
          assert.equal(statSync(join(server.root, path)).uid, owner, path);
      });

    /** The words with which it ended, and what is in the directory besides the archive. */
    async function end(
      name: string,
      plan: Omit<Parameters<typeof unpack>[2], "shown">,
      before: () => void = () => undefined,
    ) {
      const { shown } = await look(server, name, plan.directory);
      before();
      const { ends } = await unpack(server, name, { ...plan, shown });
      const { [name]: _archive, ...others } = server.tree();
      return { end: ends.at(-1), others };
    }

    /** The new directory with these files. */
    const unpacked = (files: Readonly<Record<string, string>>) => ({
      into: "directory",
      ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`into/${path}`, content])),
    });

    it("puts nothing in place that was not shown", async () => {
      pack({ "a.txt": "a", "b.txt": "b" });
      const missing = await end("new.tar.gz", { comes: ["f 1 a.txt", "f 1 b.txt", "f 1 c.txt"] });
      assert.deepEqual(missing, { end: "end other", others: {} });
      const larger = await end("new.tar.gz", { comes: ["f 2 a.txt"] });
      assert.deepEqual(larger, { end: "end other", others: {} });
      const fewer = await end("new.tar.gz", { comes: ["f 1 a.txt"] });
      assert.deepEqual(fewer, { end: "end done 1 0", others: unpacked({ "a.txt": "a" }) });
    });

    it("leaves out links and what is no file", async () => {
      const source = join(server.base, "source");
      mkdirSync(source);
      execFileSync("mkfifo", [join(source, "pipe")]);
      symlinkSync("/etc/passwd", join(source, "link"));
      pack({ "a.txt": "a" });
      const { records } = await look(server, "new.tar.gz");
      assert.match(records.at(-1) ?? "", /^prw.* \.\/pipe$/m);
      assert.match(records.at(-1) ?? "", /^lrw.* \.\/link -> \/etc\/passwd$/m);
      assert.deepEqual(await end("new.tar.gz", { comes: ["f 1 a.txt"] }), {
        end: "end done 1 0",
        others: unpacked({ "a.txt": "a" }),
      });
    });

    it("takes names of any bytes", async () => {
      const odd = ["line\nbreak", "-e", "back\\slash", " blank ", "'quote\"", "$(touch hit)", "\u00ff\u00fe"];
      const source = join(server.base, "source");
      for (const directory of ["", ...odd])
        mkdirSync(Buffer.from(`${source}/${directory}`, "latin1"), { recursive: true });
      for (const directory of odd)
        for (const name of odd) writeFileSync(Buffer.from(`${source}/${directory}/${name}`, "latin1"), name);
      pack({});
      const comes = odd.flatMap((directory) => [
        `d 0 ${directory}`,
        ...odd.map((name) => `f ${Buffer.byteLength(name)} ${directory}/${name}`),
      ]);
      const { end: said, others } = await end("new.tar.gz", { comes });
      assert.equal(said, `end done ${odd.length ** 2} ${odd.length}`);
      assert.deepEqual(Object.keys(others).length, odd.length * (odd.length + 1) + 1);
    });

    for (const [what, make] of [
      ["a file", () => server.put("into", "mine")],
      ["a directory", () => server.put("into/mine.txt", "mine")],
      ["an empty directory", () => mkdirSync(join(server.root, "into"))],
      ["a broken link", () => server.link("into", "/none/there")],
    ] as const)
      it(`changes nothing where ${what} has the name of the new directory by then`, async () => {
        pack({ "a.txt": "a" });
        const { shown } = await look(server, "new.tar.gz");
        make();
        const before = server.tree();
        const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
        assert.deepEqual([ends.at(-1), server.tree()], ["end inTheWay", before]);
      });

    it("does nothing once the archive or the directory is another one", async () => {
      pack({ "a.txt": "a" });
      const other = join(server.base, "other");
      const changed = { end: "end changed", others: {} };
      const plan = { comes: ["f 1 a.txt"] };
      assert.deepEqual(await end("new.tar.gz", plan, () => pack({ "a.txt": "b" })), changed);
      const swap = () => {
        execFileSync("cp", ["-a", server.root, other]);
        renameSync(server.root, `${other}2`);
        renameSync(other, server.root);
      };
      assert.deepEqual(await end("new.tar.gz", plan, swap), changed);
      const { shown } = await look(server, "new.tar.gz");
      rmSync(join(server.root, "new.tar.gz"));
      assert.deepEqual((await unpack(server, "new.tar.gz", { shown, ...plan })).ends, ["end notFound"]);
      server.link("new.tar.gz", `${other}2/new.tar.gz`);
      assert.deepEqual((await unpack(server, "new.tar.gz", { shown, ...plan })).ends, ["end notFound"]);
    });

    it("stops where it takes more than was shown", async () => {
      pack({ "a.txt": "a".repeat(3_000_000), "b.txt": "b" });
      const comes = ["f 3000000 a.txt", "f 1 b.txt"];
      const { end: long, others } = await end("new.tar.gz", { comes, largest: 1_000, most: 10_000 });
      assert.match(long ?? "", /^end failed /);
      assert.deepEqual(others, {});
      assert.deepEqual(await end("new.tar.gz", { comes, largest: 10_000, most: 100 }), {
        end: "end tooLarge",
        others: {},
      });
    });

    for (const [name, other] of [
      ["shop[1].zip", "shop1.zip"],
      ["shop?.zip", "shop1.zip"],
      ["*.zip", "shop.zip"],
      ["-x.zip", "x.zip"],
      ["a:b.tar", "b.tar"],
      ["x[1].tar.gz", "x1.tar.gz"],
    ] as const)
      it(`unpacks ${name}, and not ${other}`, async () => {
        pack({ "a.txt": "other" }, other);
        const given = `given${/\.(?:zip|tar|tar\.gz)$/.exec(name)?.[0] ?? ""}`;
        pack({ "a.txt": "shown" }, given);
        renameSync(join(server.root, given), join(server.root, name));
        const { end: said, others } = await end(name, { comes: ["f 5 a.txt"] });
        assert.equal(said, "end done 1 0");
        assert.equal(others["into/a.txt"], "shown");
      });

    /** Has something done once, before a program does what it is called for in that way. */
    const before = (tool: string, words: string, does: string) =>
      server.tool(
        tool,
        [
          `PATH=${process.env["PATH"] ?? ""}`,
          `case "$*" in *"${words}"*) [ -e ${server.base}/once ] || { (cd ${server.root} && ${does}); : >${server.base}/once; } ;; esac`,
          `exec ${tool} "$@"\n`,
        ].join("\n"),
      );

    describe("where somebody is there meanwhile", () => {
      beforeEach(() => {
        chmodSync(server.base, 0o777);
      });

      for (const [what, comes] of [
        ["files", ["d 0 made", "d 0 other", "f 1 a.txt", "f 1 b.txt"]],
        ["directories alone", ["d 0 made", "d 0 other"]],
      ] as const)
        it(`does not say that ${what} are in place once the stage is gone`, async () => {
          const source = join(server.base, "source");
          for (const directory of ["made", "other"]) mkdirSync(join(source, directory), { recursive: true });
          pack(comes.length > 2 ? { "a.txt": "a", "b.txt": "b" } : {});
          const { shown } = await look(server, "new.tar.gz");
          before("mv", "/goes", "rm -rf .server-panel-test/new");
          const { ends } = await unpack(server, "new.tar.gz", { shown, comes });
          assert.equal(ends.at(-1), "end partly");
        });

      it("does not say that all is there where somebody changes the stage, or puts another directory in the new one's place", async () => {
        pack({ "a.txt": "a", "b.txt": "b" });
        const { shown } = await look(server, "new.tar.gz");
        before("mv", "/new ", "rm .server-panel-test/new/b.txt");
        const plan = { shown, comes: ["f 1 a.txt", "f 1 b.txt"] };
        assert.equal((await unpack(server, "new.tar.gz", plan)).ends.at(-1), "end partly");
        for (const path of ["into", "once"])
          rmSync(join(path === "into" ? server.root : server.base, path), { recursive: true });
        before("mv", "/new ", "mkdir mine && printf x >mine/a.txt && rmdir into && mv mine into");
        assert.equal((await unpack(server, "new.tar.gz", plan)).ends.at(-1), "end changed");
        assert.deepEqual(Object.keys(server.tree()), ["into", "into/a.txt", "new.tar.gz"]);
      });
    });

    it("tells what an archive that is damaged ends with", async () => {
      pack({ "a.txt": "a".repeat(10_000) }, "new.zip");
      const at = join(server.root, "new.zip");
      const { shown } = await look(server, "new.zip");
      assert.ok(shown);
      writeFileSync(
        at,
        execFileSync("cat", [at]).map((byte, index) => (index === 70 ? byte ^ 255 : byte)),
      );
      const { end: said, others } = await end("new.zip", { comes: ["f 10000 a.txt"] });
      assert.match(said ?? "", /^end failed .*a\.txt/s);
      assert.deepEqual(others, {});
    });

    it("leaves nothing where it is ended", async () => {
      pack({ "a.txt": "a" });
      server.tool(
        "tar",
        `PATH=${process.env["PATH"] ?? ""}\n[ "$1" = -tvf ] || { : >begun && exec sleep 60; }\nexec tar "$@"\n`,
      );
      const { shown } = await look(server, "new.tar.gz");
      const running = unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
      await eventually(
        () => Object.keys(server.tree()),
        (paths) => paths.includes("begun"),
      );
      server.end();
      const { code } = await running;
      assert.notEqual(code, 0);
      assert.deepEqual(Object.keys(server.tree()), ["begun", "new.tar.gz"]);
    });

    it("changes nothing where somebody cancels it before files are put in place, and is past that afterwards", async () => {
      pack({ "a.txt": "a" });
      const { shown } = await look(server, "new.tar.gz");
      const real = `PATH=${process.env["PATH"] ?? ""}\n`;
      server.tool("mv", `${real}case $1 in */goes) mv "$1" "\${1%goes}cancel" ;; esac\nexec mv "$@"\n`);
      const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
      assert.equal(ends.at(-1), "end canceled");
      assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
      server.tool("mv", `${real}exec mv "$@"\n`);
      const { job, ends: done } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
      assert.equal(done.at(-1), "end done 1 0");
      assert.deepEqual(
        ["goes", "stays"].map((name) => existsSync(join(job, name))),
        [false, true],
      );
    });

    it("is tidied up after by its stage's name alone", async () => {
      pack({ "a.txt": "a" });
      mkdirSync(join(server.root, ".server-panel-x"));
      server.give(join(server.root, ".server-panel-x"));
      const inputs = {
        directory: server.root,
        archive: "new.tar.gz",
        task: "tidy",
        "unpack-as-owner.sh": await shippedScript("unpack-as-owner.sh"),
      };
      await server.run(UNPACK, { ...inputs, stage: ".server-panel-x" });
      assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
      await server.run(UNPACK, { ...inputs, stage: "new.tar.gz" });
      assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
    });

    it("says why the owner of the directory cannot do it", async function () {
      if (!isRoot) this.skip();
      pack({ "a.txt": "a" });
      const at = join(server.root, "new.tar.gz");
      chmodSync(at, 0o600);
      server.give(at, "root");
      assert.deepEqual((await look(server, "new.tar.gz")).records[0], "end unreadable nobody");
      chmodSync(at, 0o644);
      const { shown } = await look(server, "new.tar.gz");
      chmodSync(server.root, 0o500);
      const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
      assert.deepEqual(ends, ["end notWritable nobody"]);
    });

    describe("where somebody attacks", () => {
      let victim: string;
      beforeEach(function () {
        if (!isRoot) this.skip();
        victim = join(server.base, "victim");
        mkdirSync(victim);
        writeFileSync(join(victim, "new.txt"), "victim's");
      });
      const untouched = { "new.txt": "victim's" };
      const victims = () => ({ tree: server.tree(victim), uid: statSync(join(victim, "new.txt")).uid });

      for (const tool of ["mkdir", "ln", "mv", "cmp"])
        it(`writes nothing behind a link in the new directory's place that comes just before ${tool}`, async () => {
          pack({ "new.txt": "new" });
          const { shown } = await look(server, "new.tar.gz");
          server.tool(
            tool,
            `PATH=${process.env["PATH"] ?? ""}\n(cd ${server.root} && rm -rf into && ln -s ${victim} into) 2>/dev/null\nexec ${tool} "$@"\n`,
          );
          await unpack(server, "new.tar.gz", { shown, comes: ["f 3 new.txt"] });
          assert.deepEqual(victims(), { tree: untouched, uid: 0 });
        });

      for (const tool of ["chmod", "find", "mv", "rm"])
        it(`changes nothing behind a link in the place of the stage, just before ${tool}`, async () => {
          pack({ "new.txt": "new" });
          const { shown } = await look(server, "new.tar.gz");
          server.tool(
            tool,
            `PATH=${process.env["PATH"] ?? ""}\n(cd ${server.root}/.server-panel-test && rm -rf new && ln -s ${victim} new) 2>/dev/null\nexec ${tool} "$@"\n`,
          );
          await unpack(server, "new.tar.gz", { shown, comes: ["f 3 new.txt"] });
          assert.deepEqual(victims(), { tree: untouched, uid: 0 });
          assert.equal(statSync(victim).mode & 0o777, 0o755);
        });

      it("gives nothing to anybody", async () => {
        pack({ "new.txt": "new" });
        const { shown } = await look(server, "new.tar.gz");
        for (const tool of ["chown", "chgrp"]) server.tool(tool, `echo called >>${server.base}/called\n`);
        const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 3 new.txt"] });
        assert.equal(ends.at(-1), "end done 1 0");
        assert.equal(server.tree(server.base)["called"], undefined);
      });

      it("unpacks nothing as root where others can change the directory", async () => {
        pack({ "new.txt": "new" });
        for (const path of ["", "new.tar.gz"]) server.give(join(server.root, path), "root");
        for (const mode of [0o777, 0o775, 0o1777]) {
          chmodSync(server.root, mode);
          assert.deepEqual(await end("new.tar.gz", { comes: ["f 3 new.txt"] }), { end: "end unsafe", others: {} });
        }
      });

      it("does it as root where the directory is root's", async () => {
        pack({ "new.txt": "new" });
        for (const path of ["", "new.tar.gz"]) server.give(join(server.root, path), "root");
        const { end: said } = await end("new.tar.gz", { comes: ["f 3 new.txt"] });
        assert.equal(said, "end done 1 0");
        assert.equal(statSync(join(server.root, "into/new.txt")).uid, 0);
      });

      it("writes nothing outside of the directory for an archive with such paths", async () => {
        pack({ "new.txt": "new" }, "out.tar", ["-P", `--transform=s,^.*new.txt,../victim/new.txt,`]);
        pack({ "new.txt": "new" }, "root.tar", ["-P", `--transform=s,^.*new.txt,${victim}/new.txt,`]);
        for (const name of ["out.tar", "root.tar"]) {
          const { records } = await look(server, name);
          assert.match(records.at(-1) ?? "", /victim\/new\.txt$/m);
          const { end: said } = await end(name, { comes: ["f 3 new.txt"] });
          assert.doesNotMatch(said ?? "", /^end done /);
          assert.deepEqual(victims(), { tree: untouched, uid: 0 });
        }
      });

      it("follows no link of the archive itself", async () => {
        const source = join(server.base, "made");
        mkdirSync(join(source, "sub"), { recursive: true });
        writeFileSync(join(source, "sub/new.txt"), "new");
        symlinkSync(victim, join(source, "l"));
        const at = join(server.root, "new.tar");
        execFileSync("tar", ["-cf", at, "-C", source, "l", "sub/new.txt", "--transform=s,^sub/,l/,"]);
        server.give(at);
        await end("new.tar", { comes: ["d 0 l", "f 3 l/new.txt"] });
        assert.deepEqual(victims(), { tree: untouched, uid: 0 });
      });
    });
  });
}
