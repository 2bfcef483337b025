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
    replaces = [],
    most = 1_000,
    largest = 1_000,
    directory = server.root,
  }: {
    readonly shown: string;
    readonly comes: readonly string[];
    readonly replaces?: readonly string[];
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
    replaces: list(replaces),
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
      it(`puts what is in a ${name} in place, as the owner of the directory`, async () => {
        server.put("kept.txt", "kept");
        server.put("sub/old.txt", "old");
        pack({ "a.txt": "a", "sub/new.txt": "new", "sub/old.txt": "replaced", "made/deep/b b.txt": "b" }, name);
        const { shown, records } = await look(server, name);
        const old = records.find((record) => record.endsWith(" sub/old.txt")) ?? assert.fail("not listed");
        const comes = [
          "d 0 sub",
          "d 0 made",
          "d 0 made/deep",
          "f 1 a.txt",
          "f 3 sub/new.txt",
          "f 8 sub/old.txt",
          "f 1 made/deep/b b.txt",
        ];
        const { ends, errors } = await unpack(server, name, { shown, comes, replaces: [old] });
        assert.deepEqual([ends, errors], [["moving", "end done 4 3"], ""]);
        const { [name]: archive, ...others } = server.tree();
        assert.ok(archive);
        assert.deepEqual(others, {
          "a.txt": "a",
          "kept.txt": "kept",
          made: "directory",
          "made/deep": "directory",
          "made/deep/b b.txt": "b",
          sub: "directory",
          "sub/new.txt": "new",
          "sub/old.txt": "replaced",
        });
        const owner = statSync(server.root).uid;
        for (const path of ["a.txt", "made", "made/deep/b b.txt", "sub/old.txt"])
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

    it("puts nothing in place that was not shown", async () => {
      pack({ "a.txt": "a", "b.txt": "b" });
      const missing = await end("new.tar.gz", { comes: ["f 1 a.txt", "f 1 b.txt", "f 1 c.txt"] });
      assert.deepEqual(missing, { end: "end other", others: {} });
      const larger = await end("new.tar.gz", { comes: ["f 2 a.txt"] });
      assert.deepEqual(larger, { end: "end other", others: {} });
      const fewer = await end("new.tar.gz", { comes: ["f 1 a.txt"] });
      assert.deepEqual(fewer, { end: "end done 1 0", others: { "a.txt": "a" } });
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
        others: { "a.txt": "a" },
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
      assert.deepEqual(Object.keys(others).length, odd.length * (odd.length + 1));
    });

    it("replaces only the files that were shown, as they were", async () => {
      server.put("a.txt", "old");
      pack({ "a.txt": "new" });
      const { records } = await look(server, "new.tar.gz");
      const old = records.find((record) => record.endsWith(" a.txt")) ?? assert.fail("not listed");
      const plan = { comes: ["f 3 a.txt"], replaces: [old] };
      const kept = { end: "end changed", others: { "a.txt": "edited" } };
      assert.deepEqual(await end("new.tar.gz", plan, () => server.put("a.txt", "edited")), kept);
      assert.deepEqual(await end("new.tar.gz", { comes: plan.comes }), kept);
      rmSync(join(server.root, "a.txt"));
      assert.deepEqual(await end("new.tar.gz", plan), { end: "end changed", others: {} });
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
        assert.equal(others["a.txt"], "shown");
      });

    /** Has something done once, before a program does what it is called for in that way. */
    const before = (tool: string, words: string, does: string) =>
      server.tool(
        tool,
        [
          `PATH=${process.env["PATH"] ?? ""}`,
          `case "$*" in *${words}*) [ -e ${server.base}/once ] || { (cd ${server.root} && ${does}); : >${server.base}/once; } ;; esac`,
          `exec ${tool} "$@"\n`,
        ].join("\n"),
      );

    describe("where somebody is there meanwhile", () => {
      beforeEach(() => {
        chmodSync(server.base, 0o777);
      });

      for (const [what, comes] of [
        ["files", ["f 1 a.txt", "f 1 b.txt"]],
        ["directories alone", ["d 0 made", "d 0 other"]],
      ] as const)
        it(`does not say that ${what} are in place once the stage is gone`, async () => {
          const source = join(server.base, "source");
          for (const directory of ["made", "other"]) mkdirSync(join(source, directory), { recursive: true });
          pack({ "a.txt": "a", "b.txt": "b" });
          const { shown } = await look(server, "new.tar.gz");
          before("mv", "/goes", "rm -rf .server-panel-test/new");
          const { ends } = await unpack(server, "new.tar.gz", { shown, comes });
          assert.equal(ends.at(-1), "end partly 2 2");
          assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
        });

      for (const what of ["stage", "new content of the stage"])
        for (const [tool, words] of [
          ["sha256sum", "./a.txt"],
          ["sort", ".server-panel-test/there"],
        ] as const)
          it(`does not say that the disk is full where somebody removes the ${what}, just before ${tool}`, async () => {
            pack({ "a.txt": "a" });
            const { shown } = await look(server, "new.tar.gz");
            before(tool, words, `rm -rf .server-panel-test${what === "stage" ? "" : "/new"}`);
            const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
            const isMoved = what !== "stage" && tool === "sort";
            assert.equal(ends.at(-1), isMoved ? "end partly 1 1" : "end changed");
            assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
          });

      /** Replaces five files, while the last one is saved. */
      async function replace(tool: string, words: string, saves: string) {
        const names = [1, 2, 3, 4, 5].map((number) => `sub/${number}.txt`);
        for (const name of names) server.put(name, "old");
        pack(Object.fromEntries(names.map((name) => [name, "new"])));
        const { shown, records } = await look(server, "new.tar.gz");
        const replaces = records.filter((record) => /^f .*sub\//.test(record));
        before(tool, words, saves);
        const { ends } = await unpack(server, "new.tar.gz", {
          shown,
          comes: ["d 0 sub", ...names.map((name) => `f 3 ${name}`)],
          replaces,
        });
        const { "new.tar.gz": _archive, ...left } = server.tree();
        return { ends, left };
      }
      const sub = (last: string) => ({
        sub: "directory",
        ...Object.fromEntries([1, 2, 3, 4].map((number) => [`sub/${number}.txt`, "new"])),
        "sub/5.txt": last,
      });

      for (const [how, saves] of [
        ["written into", "printf mine >sub/5.txt"],
        ["replaced", "printf mine >sub/own && mv -f sub/own sub/5.txt"],
      ] as const)
        it(`leaves a file that was ${how} while others were put in place`, async () => {
          const { ends, left } = await replace("mv", "new/./sub/2.txt", saves);
          assert.deepEqual([ends, left], [["moving", "end partly 1 6"], sub("mine")]);
        });

      it("keeps what was written into a file right before it was replaced, and says where", async () => {
        const { ends, left } = await replace("mv", "new/./sub/5.txt", "printf mine >sub/5.txt");
        assert.deepEqual(ends, ["moving", "kept sub/5.txt", "stays", "end done 5 1"]);
        assert.equal(left[".server-panel-test/kept/sub/5.txt"], "mine");
        assert.equal(left["sub/5.txt"], "new");
      });

      it("leaves a file that came where there was none", async () => {
        pack({ "a.txt": "new", "b.txt": "new" });
        const { shown } = await look(server, "new.tar.gz");
        before("ln", "new/./b.txt", "printf mine >b.txt");
        const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 3 a.txt", "f 3 b.txt"] });
        const { "new.tar.gz": _archive, ...left } = server.tree();
        assert.deepEqual([ends.at(-1), left], ["end partly 1 2", { "a.txt": "new", "b.txt": "mine" }]);
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

    it("puts nothing in place where it cannot write down what it has to compare", async () => {
      pack({ "a.txt": "a" });
      const { shown } = await look(server, "new.tar.gz");
      server.tool("sha256sum", `[ $# = 0 ] || exit 1\nPATH=${process.env["PATH"] ?? ""}\nexec sha256sum\n`);
      const { ends } = await unpack(server, "new.tar.gz", { shown, comes: ["f 1 a.txt"] });
      assert.equal(ends.at(-1), "end noSpace");
      assert.deepEqual(Object.keys(server.tree()), ["new.tar.gz"]);
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

      it("goes through no link that was put in the place of a directory after the look", async () => {
        server.put("sub/old.txt", "old");
        pack({ "sub/new.txt": "new" });
        const comes = ["d 0 sub", "f 3 sub/new.txt"];
        const { end: said } = await end("new.tar.gz", { comes }, () => {
          rmSync(join(server.root, "sub"), { recursive: true });
          server.link("sub", victim);
        });
        assert.equal(said, "end inTheWay");
        assert.deepEqual(victims(), { tree: untouched, uid: 0 });
      });

      for (const tool of ["sha256sum", "ln", "mv", "cmp"])
        it(`writes nothing behind a link that comes just before ${tool}`, async () => {
          server.put("sub/old.txt", "old");
          pack({ "sub/more.txt": "new", "sub/old.txt": "new" });
          const { shown, records } = await look(server, "new.tar.gz");
          const old = records.find((record) => record.endsWith(" sub/old.txt")) ?? assert.fail("not listed");
          server.tool(
            tool,
            `PATH=${process.env["PATH"] ?? ""}\n(cd ${server.root} && rm -rf sub && ln -s ${victim} sub) 2>/dev/null\nexec ${tool} "$@"\n`,
          );
          const { ends } = await unpack(server, "new.tar.gz", {
            shown,
            comes: ["d 0 sub", "f 3 sub/more.txt", "f 3 sub/old.txt"],
            replaces: [old],
          });
          assert.doesNotMatch(ends.at(-1) ?? "", /^end done /);
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

      for (const [what, prepare] of [
        ["is another user's", () => server.give(join(server.root, "sub"))],
        ["everybody can change", () => chmodSync(join(server.root, "sub"), 0o777)],
      ] as const)
        it(`goes as root through no directory that ${what}`, async () => {
          server.put("sub/old.txt", "old");
          pack({ "sub/new.txt": "new" });
          for (const path of ["", "sub", "sub/old.txt", "new.tar.gz"]) server.give(join(server.root, path), "root");
          prepare();
          const { end: said, others } = await end("new.tar.gz", { comes: ["d 0 sub", "f 3 sub/new.txt"] });
          assert.equal(said, "end unsafe");
          assert.deepEqual(others, { sub: "directory", "sub/old.txt": "old" });
        });

      it("does it as root where all is root's", async () => {
        server.put("sub/old.txt", "old");
        pack({ "sub/new.txt": "new" });
        for (const path of ["", "sub", "sub/old.txt", "new.tar.gz"]) server.give(join(server.root, path), "root");
        const { end: said } = await end("new.tar.gz", { comes: ["d 0 sub", "f 3 sub/new.txt"] });
        assert.equal(said, "end done 1 1");
        assert.equal(statSync(join(server.root, "sub/new.txt")).uid, 0);
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
