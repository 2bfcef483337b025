import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { archiveTime, ExchangeServer, placeOf, record, sha1, type RawRecord } from "./exchangeServer.ts";

/** The tests of an exchange, on a server with this shell. */
export function testExchange(shell: string): void {
  describe(`the script of an exchange, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    /** Runs an exchange that must be refused, and checks that nothing is different and nothing of ours is left. */
    async function refused(records: readonly RawRecord[], environment = {}) {
      const before = server.tree();
      const id = await server.upload(records);
      const result = await server.run("exchange", id, { environment });
      assert.equal(result?.end, "untouched", server.errors(id));
      assert.deepEqual(server.tree(), before);
      assert.deepEqual(server.severalNames(), []);
      assert.ok(!existsSync(join(server.site, "unfinished")));
      return { ...result, id };
    }

    async function done(records: readonly RawRecord[], environment = {}): Promise<string> {
      const id = await server.upload(records);
      const result = await server.run("exchange", id, { environment });
      assert.equal(result?.end, "new", JSON.stringify(result) + server.errors(id));
      assert.deepEqual(server.severalNames(), []);
      return id;
    }

    /** What a look has found, in the order of its list. */
    async function lookedAt(id: string, environment = {}, run = id): Promise<readonly string[]> {
      const result = await server.run("look", id, { environment, run });
      assert.equal(result?.end, "looked", server.errors(run));
      const text = server.readText(join(server.site, run, "looked"));
      assert.equal(result.detail, sha1(text));
      return text
        .trim()
        .split("\n")
        .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    }

    it("adds, replaces and removes files and directories, and takes all back", async () => {
      const id = await putEveryday(server);
      // as a panel makes them
      for (const directory of [server.site, join(server.site, id)]) chmodSync(directory, 0o755);
      const result = await server.run("exchange", id);
      for (const directory of [server.site, join(server.site, id)])
        assert.equal(statSync(directory).mode & 0o777, 0o700);
      assert.deepEqual(result, { ...result, end: "new", verb: "exchange", id, trouble: [], kept: [] });
      assert.deepEqual(server.tree(), newTree);
      assert.deepEqual(server.severalNames(), []);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
      assert.deepEqual(server.severalNames(), []);
      assert.equal(server.errors(id), "");
    });

    it("begins nothing on a later day, when a task starts it that was left behind", async () => {
      const longAgo = new Date(Date.now() - 13 * 86_400_000);
      const age = (id: string) => {
        const work = join(server.site, id);
        for (const name of readdirSync(work)) utimesSync(join(work, name), longAgo, longAgo);
      };
      const old = await putEveryday(server);
      age(old);
      const refusal = await server.run("exchange", old);
      assert.deepEqual([refusal?.end, refusal?.detail], ["untouched", "late"]);
      assert.deepEqual(server.tree(), oldTree);
      const id = await server.upload(everyday);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const run = randomUUID();
      server.makeRun(run);
      age(run);
      const late = await server.run("back", id, { run });
      assert.deepEqual([late?.end, late?.detail], ["untouched", "late"]);
      assert.deepEqual(server.tree(), newTree);
      // an exchange of long ago can be gone back to today
      age(id);
      const today = randomUUID();
      server.makeRun(today);
      assert.equal((await server.run("back", id, { run: today }))?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
    });

    it("says the hash of the script that has run", async () => {
      const id = await putEveryday(server);
      const result = await server.run("look", id);
      assert.equal(result?.["script"], sha1(readFileSync(join(server.site, id, "exchange.sh"))));
    });

    it("unpacks what was uploaded, also where a kill has left a part of it, and a second time", async () => {
      const id = await putEveryday(server);
      const work = join(server.site, id);
      mkdirSync(join(work, "new", "1"), { recursive: true });
      writeFileSync(join(work, "new", "1", "app.js"), "a part");
      writeFileSync(join(work, "list"), "a part");
      assert.equal((await server.run("look", id))?.end, "looked");
      assert.deepEqual(readdirSync(work).toSorted(), [
        "about",
        "errors",
        "exchange.sh",
        "list",
        "looked",
        "new",
        "record.json",
      ]);
      await server.uploadArchive(id, everyday);
      assert.equal((await server.run("exchange", id))?.end, "new");
      assert.deepEqual(server.tree(), newTree);
    });

    it("changes nothing, and leaves nothing of what came, where it is not wanted after all", async () => {
      server.put("page", "mended");
      const { id } = await refused([record.replace("page", "old", "new")]);
      assert.ok(!existsSync(join(server.site, id, "new")) && !existsSync(join(server.site, id, "old")));
      assert.equal((await server.run("exchange", id))?.end, "used");
      assert.deepEqual(await server.run("recover", id).then((result) => [result?.end, result?.detail]), [
        "ended",
        "untouched",
      ]);
    });

    it("does nothing, and never says that it has, where the script was cut off anywhere", async () => {
      const id = await putEveryday(server);
      const file = join(server.site, id, "exchange.sh");
      const { size } = statSync(file);
      for (let length = size - 1 - "}".length; length >= 0; length -= 997) {
        truncateSync(file, length);
        const result = await server.run("exchange", id);
        assert.equal(result, undefined, `${length} of ${size} bytes`);
        assert.deepEqual(server.tree(), oldTree);
      }
    });

    it("takes any name for a name", async () => {
      const names = [
        "-rf",
        "--",
        "line\nbreak",
        "\n",
        'it\'s "quoted" `id` $(id) \\n',
        "c:foreign.txt",
        "star*?[a]",
        " blank ",
        "a\tb",
        ".hidden",
        "..dots",
        "\xd6\xd0\xce\xc4.txt",
        "\xe4\xb8\xad",
        "x".repeat(255),
        "%s%n",
        "tail\\",
        "&amp;->",
      ];
      for (const name of names) server.put(name, `old ${name}`);
      server.put("foreign.txt", "foreign");
      const records = [
        ...names.map((name) => record.replace(name, `old ${name}`, `new ${name}`)),
        ...names.flatMap((name) => [
          record.makeDirectory(`d${name.slice(1)}`),
          record.add(`d${name.slice(1)}/${name}`, name, "later"),
        ]),
      ];
      const before = server.tree();
      const id = await done(records);
      for (const name of names) {
        assert.equal(server.tree()[name], `new ${name}`);
        assert.equal(server.tree()[`d${name.slice(1)}/${name}`], name);
      }
      assert.equal(server.read("foreign.txt"), "foreign");
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), before);
    });

    it("refuses what is no longer as the preview showed it, and names every file", async () => {
      const paths = ["same size", "link", "directory", "gone", "as it was"];
      for (const path of paths) server.put(path, "old");
      server.put("below/file", "old");
      server.put("behind/file", "old");
      server.put("full/known", "old");
      symlinkSync("as it was", join(server.root, "other link"));
      const { atime, mtime } = statSync(join(server.root, "same size"));
      writeFileSync(join(server.root, "same size"), "odd");
      utimesSync(join(server.root, "same size"), atime, mtime);
      for (const path of ["link", "directory", "gone"]) rmSync(join(server.root, path));
      symlinkSync("as it was", join(server.root, "link"));
      mkdirSync(join(server.root, "directory"));
      rmSync(join(server.root, "below"), { recursive: true });
      renameSync(join(server.root, "behind"), join(server.root, "elsewhere"));
      symlinkSync("elsewhere", join(server.root, "behind"));
      server.put("full/unknown", "somebody's");
      server.put("new file", "somebody's");
      server.put("new directory", "somebody's file");
      const { trouble } = await refused([
        ...paths.map((path) => record.replace(path, "old", "new")),
        record.remove("below/file", "old"),
        record.replace("behind/file", "old", "new"),
        record.remove("full/known", "old"),
        record.removeDirectory("full", 2 - 1),
        record.add("new file", "new"),
        record.makeDirectory("new directory"),
        { there: `link:${sha1("something else")}`, comes: "none", path: "other link" },
      ]);
      assert.deepEqual(
        trouble.toSorted(([a], [b]) => a - b),
        [
          [0, "changed"],
          [1, "changed"],
          [2, "changed"],
          [3, "changed"],
          [5, "gone"],
          [6, "link"],
          [8, "filled"],
          [9, "appeared"],
          [10, "appeared"],
          [11, "changed"],
        ],
      );
    });

    it("replaces a link by a file and takes that back, and nothing happens where the link leads", async () => {
      server.put("target", "stays");
      symlinkSync("target", join(server.root, "link"));
      symlinkSync("nowhere", join(server.root, "broken"));
      const before = server.tree();
      const id = await done([
        { there: `link:${sha1("target")}`, comes: sha1("new"), path: "link", content: "new" },
        { there: `link:${sha1("nowhere")}`, comes: "none", path: "broken" },
      ]);
      assert.deepEqual(server.tree(), { link: "new", target: "stays" });
      assert.equal(lstatSync(join(server.root, "link")).mode & 0o777, 0o644);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), before);
    });

    it("follows a website's root that is a link itself", async () => {
      server.put("page", "old");
      const link = join(server.base, "root");
      symlinkSync(server.root, link);
      const id = await server.upload([record.replace("page", "old", "new")], { root: link });
      assert.equal((await server.run("exchange", id))?.end, "new");
      assert.equal(server.read("page"), "new");
    });

    it("leaves a directory to whoever has made it meanwhile", async () => {
      mkdirSync(join(server.root, "new"), { mode: 0o711 });
      const id = await done([record.makeDirectory("new"), record.add("new/a", "a", "later")]);
      assert.equal(statSync(join(server.root, "new")).mode & 0o777, 0o711);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), { new: "directory" });
    });

    it("keeps mode and owner of what it replaces, and gives what is new those of the website", async () => {
      for (const [path, mode] of [
        ["secret", 0o600],
        ["program", 0o755],
        ["group", 0o2640],
        ["read", 0o400],
      ] as const)
        server.put(path, "old", mode);
      const id = await done([
        ...["secret", "program", "group", "read"].map((path) => record.replace(path, "old", "new")),
        { ...record.add("new", "new"), mode: "640" },
        { ...record.makeDirectory("directory"), mode: "750" },
      ]);
      const modeOf = (path: string) => (statSync(join(server.root, path)).mode & 0o7777).toString(8);
      const modes = () => ["secret", "program", "group", "read"].map(modeOf);
      assert.deepEqual(modes(), ["600", "755", "2640", "400"]);
      assert.deepEqual(["new", "directory"].map(modeOf), ["640", "750"]);
      const website = statSync(server.root);
      for (const path of ["secret", "new", "directory"]) {
        const { uid, gid } = statSync(join(server.root, path));
        assert.deepEqual([uid, gid], [website.uid, website.gid], path);
      }
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(modes(), ["600", "755", "2640", "400"]);
    });

    it("asks for the website's owner for what is new", async () => {
      server.put("page", "old");
      const asked = join(server.base, "asked");
      // owners of others can be given by root alone
      const environment = server.withTool("stat", `case $* in *%u:%g*) echo 33:44 ;; *) exec $REAL "$@" ;; esac`);
      writeFileSync(join(server.base, "wrapped", "chown"), `#!${server.shell}\necho "$*" >>${asked}\n`);
      await done([record.replace("page", "old", "new"), record.add("added", "added")], environment);
      assert.equal(readFileSync(asked, "utf8"), "-h 33:44 0/added\n");
    });

    it("gives each of two names of one file its own content, and the time of its source to all", async () => {
      server.put("one", "old");
      linkSync(join(server.root, "one"), join(server.root, "two"));
      await done([record.replace("one", "old", "1"), record.replace("two", "old", "2"), record.add("three", "3")]);
      assert.deepEqual(server.tree(), { one: "1", three: "3", two: "2" });
      for (const path of ["one", "two", "three"])
        assert.equal(statSync(join(server.root, path)).mtimeMs, archiveTime.getTime(), path);
    });

    it("refuses to replace a file whose attributes it cannot give, and names it", async () => {
      server.put("page", "old");
      server.put("other", "old");
      // as where a file system knows no ACLs, or a user may not give them
      const environment = server.withTool("cp", 'case "$* " in */other\\ *) exit 1 ;; esac; exec $REAL "$@"');
      const { trouble } = await refused(
        ["page", "other"].map((path) => record.replace(path, "old", "new")),
        environment,
      );
      assert.deepEqual(trouble, [[1, "attributes"]]);
    });

    it("asks for a program that gives attributes where that of the server does not", async () => {
      const id = await putEveryday(server);
      const environment = server.withTool("cp", "echo 'unrecognized option' >&2; exit 1");
      assert.deepEqual(await server.missing("exchange", id, environment), ["cp"]);
      assert.deepEqual(server.tree(), oldTree);
    });

    if (process.getuid?.() === 0)
      it("keeps owner and group of what it replaces, and its file capabilities", async () => {
        for (const path of ["page", "program"]) server.put(path, "old", 0o755);
        chownSync(join(server.root, "page"), 1234, 5678);
        const [setcap, getcap] = [placeOf("setcap"), placeOf("getcap")];
        const program = join(server.root, "program");
        if (setcap !== undefined) execFileSync(setcap, ["cap_net_bind_service=ep", program]);
        const before = getcap === undefined ? "" : execFileSync(getcap, [program], { encoding: "utf8" });
        await done(["page", "program"].map((path) => record.replace(path, "old", "new")));
        const { uid, gid } = statSync(join(server.root, "page"));
        assert.deepEqual([uid, gid], [1234, 5678]);
        if (getcap !== undefined) assert.equal(execFileSync(getcap, [program], { encoding: "utf8" }), before);
      });

    const [setfacl, getfacl] = [placeOf("setfacl"), placeOf("getfacl")];
    if (setfacl !== undefined && getfacl !== undefined)
      it("keeps the ACL of what it replaces", async () => {
        server.put("page", "old");
        server.put("plain", "old");
        execFileSync(setfacl, ["-m", "u:12345:rw", join(server.root, "page")]);
        const acl = () => execFileSync(getfacl, ["-cnp", join(server.root, "page")], { encoding: "utf8" });
        const before = acl();
        assert.match(before, /12345/);
        await done(["page", "plain"].map((path) => record.replace(path, "old", "new")));
        assert.equal(acl(), before);
      });

    it("finds a file that cannot be replaced before anything has changed", async () => {
      server.put("locked", "old");
      server.put("page", "old");
      // as for `chattr +i`, a bind mount, or a file of another file system
      const environment = server.withTool(
        "ln",
        'case $* in *" ./locked "*) echo "not permitted" >&2; exit 1 ;; esac; exec $REAL "$@"',
      );
      const records = [record.replace("page", "old", "new"), record.replace("locked", "old", "new")];
      assert.deepEqual((await refused(records, environment)).trouble, [[1, "locked"]]);
    });

    it("does not wait for a pipe that comes to the place of a file while it is compared", async () => {
      server.put("page", "old");
      const change = record.replace("page", "old", "new");
      const back = await done([change]);
      const comes = `case $* in *" ./page "*) rm -f ./page; ${placeOf("mkfifo")} ./page ;; esac; exec $REAL "$@"`;
      const environment = server.withTool("ln", comes);
      const kept = await server.run("back", back, { environment });
      assert.deepEqual([kept?.end, kept?.kept], ["kept", [[0, "edited"]]]);
      rmSync(join(server.root, "page"));
      server.put("page", "old");
      const id = await server.upload([change]);
      const result = await server.run("exchange", id, { environment });
      assert.deepEqual([result?.end, result?.trouble], ["untouched", [[0, "changed"]]]);
    });

    it("finds a directory in which nothing can be made, or nothing removed, before anything has changed", async () => {
      server.put("page", "old");
      mkdirSync(join(server.root, "mounted"));
      const noLinks = server.withTool("ln", 'case $PWD in */mounted) exit 1 ;; esac; exec $REAL "$@"');
      const records = [record.replace("page", "old", "new"), record.add("mounted/new", "new")];
      assert.deepEqual((await refused(records, noLinks)).trouble, [[1, "locked"]]);
      rmSync(join(server.base, "wrapped"), { recursive: true });
      const appendOnly = server.withTool("ln", 'exec $REAL "$@"');
      writeFileSync(
        join(server.base, "wrapped", "lsattr"),
        `#!${server.shell}\ncase "$PWD $*" in */mounted*) echo "-----a--------e------- ." ;; *) echo "--------------e------- ." ;; esac\n`,
        { mode: 0o755 },
      );
      assert.deepEqual((await refused(records, appendOnly)).trouble, [[1, "locked"]]);
    });

    it("refuses a damaged archive, and bytes that are not those of the source", async () => {
      const cut = await server.upload([record.add("a", "x".repeat(10_000)), record.add("b", "b")]);
      truncateSync(join(server.site, cut, "files.tar.gz"), 40);
      const result = await server.run("exchange", cut);
      assert.deepEqual([result?.end, result?.detail], ["untouched", "unpack"]);
      const { trouble } = await refused([{ ...record.add("a", "right"), content: "wrong" }, record.add("b", "b")]);
      assert.deepEqual(trouble, [[0, "archive"]]);
      assert.deepEqual(server.tree(), {});
    });

    it("changes nothing where the disk is full", async () => {
      server.put("page", "old");
      const records = [
        record.replace("page", "old", "new"),
        ...Array.from({ length: 40 }, (_, at) => record.add(`${at}`, `${at}`)),
      ];
      const ends = new Set<string>();
      // blocks of 512 bytes, or of 1 KB; no file may be longer
      for (const blocks of [0, 2, 8, 16, 32, 64, 256]) {
        const before = server.tree();
        const id = await server.upload(records);
        const result = await server.run("exchange", id, { before: `trap '' XFSZ; ulimit -f ${blocks}` });
        ends.add(result?.end ?? "silent");
        if (result?.end !== "new") {
          assert.deepEqual(server.tree(), before, `${blocks} blocks`);
          assert.ok(!existsSync(join(server.site, "unfinished")));
          continue;
        }
        assert.equal(server.read("page"), "new");
        assert.equal((await server.run("back", id))?.end, "old");
        assert.deepEqual(server.tree(), before);
      }
      assert.ok(ends.has("untouched") && ends.has("new"), [...ends].join());
    }).timeout(60_000);

    it("takes more files than one call of a program can have, in their order, and back in the other one", async () => {
      const long = ["a", "b", "c", "d"].map((sign) => sign.repeat(250));
      const directories = long.map((_, at) => long.slice(0, at + 1).join("/"));
      const files = Array.from({ length: 160 }, (_, at) => record.add(`${directories.at(-1)}/${at}`, `${at}`, "later"));
      const made = directories.map((path, at) => record.makeDirectory(path, at === 0 ? "none" : "later"));
      const id = await done([...made, ...files]);
      assert.equal(Object.keys(server.tree()).length, made.length + files.length);
      // a directory can go only after all that is in it
      assert.deepEqual((await server.run("back", id))?.kept, []);
      assert.deepEqual(server.tree(), {});
    }).timeout(60_000);

    it("says what is at paths, for the preview", async () => {
      const odd = ["line\nbreak", "back\\slash", "end\r", " blank ", "-", "-rf", "\xd6\xd0", "8 9 ./file"];
      server.put("file", "content", 0o640);
      server.put("directory/a", "a");
      for (const path of odd) server.put(path, path);
      symlinkSync("file", join(server.root, "link"));
      symlinkSync("directory", join(server.root, "other"));
      execFileSync(placeOf("mkfifo") ?? "", [join(server.root, "pipe")]);
      const paths = [...odd, "file", "directory", "link", "missing", "missing/too", "other/a", "pipe", "file/below"];
      const id = await server.upload(paths.map((path) => ({ there: "none", comes: "none", path })));
      const mode = (statSync(join(server.root, "directory")).mode & 0o777).toString(8);
      assert.deepEqual(await lookedAt(id), [
        ...odd.map((path, at) => `${at} file 644 ${Buffer.byteLength(path)} ${sha1(path)}`),
        `8 file 640 7 ${sha1("content")}`,
        `9 dir ${mode} 1`,
        `10 link ${sha1("file")}`,
        "11 none",
        "12 none",
        "13 behindLink",
        "14 special",
        "15 none",
      ]);
    });

    it("says which paths cannot be read", async () => {
      for (const path of ["a", "b", "c", "d"]) server.put(path, path);
      const id = await server.upload(["a", "b", "c", "d"].map((path) => ({ there: "none", comes: "none", path })));
      // each of them meets one that the other can read
      const leavesOut = (name: string) =>
        `for each in "$@"; do shift; [ "$each" = ./${name} ] || set -- "$@" "$each"; done; exec $REAL "$@"`;
      const environment = server.withTool("sha1sum", leavesOut("b"));
      writeFileSync(
        join(server.base, "wrapped", "stat"),
        `#!${server.shell}\nREAL=${join(server.base, "bin", "stat")}\n${leavesOut("c")}\n`,
      );
      const facts = (path: string) => `file 644 1 ${sha1(path)}`;
      assert.deepEqual(await lookedAt(id, environment), [
        `0 ${facts("a")}`,
        "1 unreadable",
        "2 unreadable",
        `3 ${facts("d")}`,
      ]);
    });

    it("says what is there of an exchange that has ended, for the preview of its way back", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      server.put("page.html", "mended");
      const run = randomUUID();
      server.makeRun(run);
      const looked = await lookedAt(id, {}, run);
      assert.equal(looked.length, everyday.length);
      assert.ok(looked.includes(`3 file 644 6 ${sha1("mended")}`));
      assert.equal((await server.run("back", id, { run }))?.end, "kept");
    });

    it("asks for what the server lacks", async () => {
      const id = await putEveryday(server);
      for (const tool of ["flock", "tar"]) server.removeTool(tool);
      assert.deepEqual(await server.missing("exchange", id), ["flock", "tar"]);
      assert.deepEqual(server.tree(), oldTree);
    });
  });
}
