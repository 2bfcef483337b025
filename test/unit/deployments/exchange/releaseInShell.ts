import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ExchangeServer, placeOf, record, sha1, type RawRecord } from "./exchangeServer.ts";

const RELEASES = "releases-0123456789abcdef";

/** A file of a release; without content it is taken over from another one. */
interface ReleaseFile {
  readonly path: string;
  readonly content?: string;
  readonly sha1?: string;
}

interface Release {
  readonly files?: readonly ReleaseFile[];
  readonly shared?: readonly string[];
  readonly more?: readonly RawRecord[];
  readonly about?: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly after?: string;
}

/** Uploads a release, and says its id. */
async function uploadRelease(
  server: ExchangeServer,
  { files = [{ path: "index.html", content: "new" }], shared = [], more = [], about = {}, from, after = "" }: Release,
): Promise<string> {
  const id = randomUUID();
  const release = `${RELEASES}/${id}`;
  const isFirst = !existsSync(join(server.root, RELEASES));
  const directories = new Set(
    [...files.map(({ path }) => path), ...shared].flatMap((path) =>
      path
        .split("/")
        .slice(0, -1)
        .map((_, index, names) => names.slice(0, index + 1).join("/")),
    ),
  );
  const records: RawRecord[] = [
    ...more,
    ...(isFirst ? [record.makeDirectory(RELEASES)] : []),
    record.makeDirectory(release, isFirst ? "later" : "none"),
    ...[...directories].toSorted().map((path) => record.makeDirectory(`${release}/${path}`, "later")),
    ...files.map(({ path, content, ...given }) => ({
      there: "later",
      comes: given.sha1 ?? sha1(content ?? ""),
      path: `${release}/${path}`,
      ...(content !== undefined && { content }),
    })),
    ...shared.map((path) => ({ there: "later", comes: "shared", mode: "777", path: `${release}/${path}` })),
  ];
  server.makeRun(id);
  await server.uploadArchive(id, records, {
    target: "releases",
    hold: "installation",
    after,
    about: { release, ...(from !== undefined && { from: `${RELEASES}/${from}` }), ...about },
  });
  return id;
}

/** Uploads, builds and settles a release, and says its id. */
async function settleRelease(server: ExchangeServer, release: Release): Promise<string> {
  const id = await uploadRelease(server, release);
  assert.equal((await server.run("exchange", id))?.end, "held", server.errors(id));
  assert.equal((await server.run("settle", id))?.end, "new", server.errors(id));
  return id;
}

const historyOf = (server: ExchangeServer) => server.readText(join(server.site, "history-releases")).trim().split(" ");

/** Has the script of a run read of a mount at this place, as the kernel writes it. */
function mount(run: string, place: string): void {
  // a clean removes the directory of its own run, perhaps before others
  const [script, mounts] = [join(run, "exchange.sh"), `${run}-mountinfo`];
  writeFileSync(mounts, `22 1 8:1 / / rw - ext4 /dev/a rw\n36 22 8:17 /in ${place} rw shared:2 - ext4 /dev/b rw\n`);
  writeFileSync(script, readFileSync(script, "utf8").replace("MOUNTS=/proc/self/mountinfo", `MOUNTS=${mounts}`));
  assert.ok(readFileSync(script, "utf8").includes(mounts));
}

/** The tests of a release, on a server with this shell. */
export function testRelease(shell: string): void {
  describe(`a release, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => {
      server = new ExchangeServer(shell);
      server.put(".env", "secret");
      server.put("storage/logs/old.log", "line");
    });
    afterEach(() => server.remove());

    it("is whole in a directory of its own, with links to what is shared", async () => {
      const before = server.tree();
      const id = await settleRelease(server, {
        files: [
          { path: "public/index.html", content: "page" },
          { path: "app/code.php", content: "code" },
        ],
        shared: [".env", "storage", "app/cache/kept"],
      });
      const release = `${RELEASES}/${id}`;
      assert.deepEqual(server.tree(), {
        ...before,
        [RELEASES]: "directory",
        [release]: "directory",
        [`${release}/.env`]: "link to ../../.env",
        [`${release}/app`]: "directory",
        [`${release}/app/cache`]: "directory",
        [`${release}/app/cache/kept`]: "link to ../../../../app/cache/kept",
        [`${release}/app/code.php`]: "code",
        [`${release}/public`]: "directory",
        [`${release}/public/index.html`]: "page",
        [`${release}/storage`]: "link to ../../storage",
      });
      assert.equal(server.read(`${release}/storage/logs/old.log`), "line");
      assert.equal(lstatSync(server.at("storage/logs/old.log")).mode & 0o777, 0o644);
      assert.deepEqual(server.severalNames(), []);
      assert.deepEqual(historyOf(server), [id]);
    });

    it("takes over what is the same in another release, in files of its own", async () => {
      const files = [
        { path: "a/same.js", content: "same" },
        { path: "index.html", content: "first" },
      ];
      const first = await settleRelease(server, { files });
      const second = await settleRelease(server, {
        files: [
          { path: "a/same.js", sha1: sha1("same") },
          { path: "index.html", content: "second" },
        ],
        from: first,
        after: first,
      });
      const [one, other] = [first, second].map((id) => lstatSync(server.at(`${RELEASES}/${id}/a/same.js`)));
      assert.equal(server.read(`${RELEASES}/${second}/a/same.js`), "same");
      assert.equal(server.read(`${RELEASES}/${second}/index.html`), "second");
      assert.notEqual(one?.ino, other?.ino);
      assert.equal(one?.mtimeMs, other?.mtimeMs);
      assert.deepEqual(historyOf(server), [second, first]);
    });

    const spoilings: Readonly<Record<string, (path: string) => void>> = {
      "has other bytes by now": (path) => writeFileSync(path, "edited"),
      "is gone": (path) => unlinkSync(path),
      "is a link by now": (path) => {
        unlinkSync(path);
        symlinkSync("/etc/hostname", path);
      },
      "is a pipe by now": (path) => {
        unlinkSync(path);
        execFileSync(placeOf("mkfifo") ?? "mkfifo", [path]);
      },
      "is a directory by now": (path) => {
        unlinkSync(path);
        mkdirSync(path);
      },
    };
    for (const [why, spoil] of Object.entries(spoilings))
      it(`leaves nothing where a file that it takes over ${why}`, async () => {
        const first = await settleRelease(server, { files: [{ path: "a/same.js", content: "same" }] });
        const before = server.tree();
        const same = join(server.root, RELEASES, first, "a/same.js");
        spoil(same);
        const id = await uploadRelease(server, {
          files: [{ path: "a/same.js", sha1: sha1("same") }],
          from: first,
          after: first,
        });
        const ended = await server.run("exchange", id);
        assert.deepEqual([ended?.end, ended?.trouble.map(([, reason]) => reason)], ["untouched", ["changed"]]);
        rmSync(same, { recursive: true, force: true });
        writeFileSync(same, "same");
        assert.deepEqual(server.tree(), before);
        assert.deepEqual(historyOf(server), [first]);
        assert.ok(!existsSync(join(server.site, "unfinished")));
      });

    it("gives nobody a file outside that a link is put to right before it is taken over", async () => {
      const files = [{ path: "same.js", content: "same" }];
      const first = await settleRelease(server, { files });
      const outside = join(server.base, "outside");
      writeFileSync(outside, "same", { mode: 0o600 });
      const id = await uploadRelease(server, {
        files: [{ path: "same.js", sha1: sha1("same") }],
        from: first,
        after: first,
      });
      // the website's own user may change what lies there at any moment
      const bin = join(server.base, "swapping");
      const environment = server.wrapTools(bin, (tool, place) => {
        const swaps = `case "$*" in *same.js*) ${placeOf("ln")} -s -f ${outside} ./same.js ;; esac\n`;
        return `#!${server.shell}\n${tool === "cp" ? swaps : ""}exec ${place} "$@"\n`;
      });
      const ended = await server.run("exchange", id, { environment });
      assert.deepEqual([ended?.end, ended?.trouble.map(([, reason]) => reason)], ["untouched", ["changed"]]);
      assert.equal(lstatSync(outside).mode & 0o777, 0o600);
    });

    for (const verb of ["back", "recover"])
      it(`goes by “${verb}” with all that was made in it, and nothing that is shared`, async () => {
        const before = server.tree();
        const id = await uploadRelease(server, { shared: ["storage"] });
        assert.equal((await server.run("exchange", id))?.end, "held");
        server.put(`${RELEASES}/${id}/vendor/made.php`, "by a step");
        server.put(`${RELEASES}/${id}/index.html`, "edited");
        const run = randomUUID();
        server.makeRun(run);
        assert.equal((await server.run(verb, id, { run }))?.end, "old", server.errors(run));
        assert.deepEqual(server.tree(), before);
        assert.ok(!existsSync(join(server.site, "unfinished")));
      });

    it("does not go as long as something is mounted in it, and says where", async () => {
      const before = server.tree();
      const id = await uploadRelease(server, { files: [{ path: "my data/disk/new.txt", content: "new" }] });
      assert.equal((await server.run("exchange", id))?.end, "held");
      const whole = server.tree();
      const release = `${RELEASES}/${id}`;
      const run = randomUUID();
      server.makeRun(run);
      const back = async (mounted: string) => {
        mount(join(server.site, run), mounted);
        const result = await server.run("recover", id, { run });
        const named = result?.kept.map(([number, reason]) => [result.end, number, reason].join(" "));
        return named?.toSorted();
      };
      const place = `${server.root}/${release}`;
      assert.deepEqual(await back(`${place}/my\\040data/disk/1`), [
        "mixed 1 locked",
        "mixed 2 locked",
        "mixed 3 locked",
      ]);
      assert.deepEqual(server.tree(), whole);
      assert.deepEqual(await back(`${place}2`), []);
      assert.deepEqual(server.tree(), before);
    });

    it("that was served stays for an hour when it goes back, and the next clean removes it", async () => {
      const before = server.tree();
      const id = await uploadRelease(server, {});
      assert.equal((await server.run("exchange", id))?.end, "held");
      const whole = server.tree();
      assert.equal((await server.run("leave", id))?.end, "old", server.errors(id));
      assert.ok(!existsSync(join(server.site, "unfinished")) && !existsSync(join(server.site, "history-releases")));
      let mounted = "/elsewhere";
      const clean = async () => {
        const run = randomUUID();
        mount(server.makeRun(run), mounted);
        assert.equal((await server.run("clean", run, { run }))?.end, "cleaned");
        return server.tree();
      };
      assert.deepEqual(await clean(), whole);
      const then = new Date(Date.now() - 61 * 60_000);
      utimesSync(join(server.site, id, "visited"), then, then);
      mounted = `${server.root}/${RELEASES}/${id}/disk`;
      assert.deepEqual(await clean(), whole);
      mounted = "/elsewhere";
      assert.deepEqual(await clean(), before);
      assert.ok(!existsSync(join(server.site, id)));
    });

    it("that was served goes at once where something else of it stays for a person", async () => {
      const more = [record.makeDirectory("uploads")];
      const id = await uploadRelease(server, { more, shared: ["uploads"] });
      assert.equal((await server.run("exchange", id))?.end, "held");
      server.put("uploads/of-a-visitor.png", "theirs");
      assert.equal((await server.run("leave", id))?.end, "kept", server.errors(id));
      assert.ok(!existsSync(join(server.root, RELEASES)));
    });

    it("takes back a shared directory that it has made, but for what somebody has put there", async () => {
      const more = [record.makeDirectory("uploads"), record.add("uploads/logo.png", "logo", "later")];
      const [one, other] = [await uploadRelease(server, { more, shared: ["uploads"] }), randomUUID()];
      const before = server.tree();
      assert.equal((await server.run("exchange", one))?.end, "held", server.errors(one));
      assert.equal(server.read(`${RELEASES}/${one}/uploads/logo.png`), "logo");
      assert.equal((await server.run("back", one))?.end, "old", server.errors(one));
      assert.deepEqual(server.tree(), before);
      server.makeRun(other);
      const again = await uploadRelease(server, { more, shared: ["uploads"] });
      await server.run("exchange", again);
      server.put("uploads/of-a-visitor.png", "theirs");
      assert.equal((await server.run("back", again))?.end, "kept");
      assert.deepEqual(server.tree(), { ...before, uploads: "directory", "uploads/of-a-visitor.png": "theirs" });
    });

    it("stays whole while it is served", async () => {
      const id = await uploadRelease(server, {
        files: [{ path: "public/index.html", content: "page" }],
        about: { served: "public" },
      });
      await server.run("exchange", id);
      server.put(`${RELEASES}/${id}/public/.user.ini`, "open_basedir");
      const served = server.tree();
      for (const verb of ["back", "recover"]) {
        const run = randomUUID();
        server.makeRun(run);
        const ended = await server.run(verb, id, { run });
        assert.deepEqual([ended?.end, ended?.detail], ["untouched", "served"]);
        assert.deepEqual(server.tree(), served);
      }
      assert.equal((await server.run("settle", id))?.end, "new");
    });

    it("keeps the one before it and as many as it says, and counts the bytes of the others", async () => {
      const big = "x".repeat(300_000);
      const ids: string[] = [];
      for (const _ of [1, 2, 3]) {
        const [after] = ids;
        const id = await settleRelease(server, {
          files: [{ path: "big", content: big }],
          about: { keep: "9", before: after ?? "" },
          ...(after !== undefined && { after }),
        });
        ids.unshift(id);
      }
      const [third = "", second = "", first = ""] = ids;
      assert.deepEqual(historyOf(server), [third, second, first]);
      // somebody has gone back to the first
      const id = await uploadRelease(server, {
        files: [{ path: "big", content: big }],
        about: { keep: "1", before: first },
        after: third,
      });
      assert.equal((await server.run("exchange", id))?.end, "held");
      const ended = await server.run("settle", id);
      assert.deepEqual([ended?.end, ended?.removed], ["new", 2], server.errors(id));
      assert.ok((ended?.freed ?? 0) >= 600_000);
      assert.deepEqual(historyOf(server), [id, first]);
      const left = Object.keys(server.tree()).filter((path) => path.endsWith("/big"));
      assert.deepEqual(left.toSorted(), [`${RELEASES}/${first}/big`, `${RELEASES}/${id}/big`].toSorted());
    });

    it("does not remove an older one that somebody serves", async () => {
      const first = await settleRelease(server, { about: { keep: "1" } });
      const second = await settleRelease(server, { about: { keep: "1", before: first }, after: first });
      server.put(`${RELEASES}/${first}/.user.ini`, "open_basedir");
      const third = await settleRelease(server, { about: { keep: "1", before: second }, after: second });
      assert.deepEqual(historyOf(server), [third, second]);
      assert.equal(server.read(`${RELEASES}/${first}/index.html`), "new");
    });

    it("does not remove an older one that somebody serves while it is about to go", async () => {
      const first = await settleRelease(server, { about: { keep: "1" } });
      const second = await settleRelease(server, { about: { keep: "1", before: first }, after: first });
      const id = await uploadRelease(server, { about: { keep: "1", before: second }, after: second });
      await server.run("exchange", id);
      const ini = join(server.root, RELEASES, first, ".user.ini");
      const tools = server.wrapTools(join(server.base, "switched"), (tool, place) => {
        const serves = `case "$*" in *"/${first}/state") ${place} "$@"; echo open_basedir >"${ini}"; exit ;; esac\n`;
        return `#!${server.shell}\n${tool === "rm" ? serves : ""}exec ${place} "$@"\n`;
      });
      assert.equal((await server.run("settle", id, { environment: tools }))?.end, "new", server.errors(id));
      assert.equal(server.read(`${RELEASES}/${first}/index.html`), "new");
      assert.equal(server.readText(join(server.site, first, "state")).trim(), "new");
    });

    it("does not remove an older one that the panel would serve after the website's next start", async () => {
      const first = await settleRelease(server, { about: { keep: "1" } });
      const about = { keep: "1", remembered: first };
      const second = await settleRelease(server, { about: { ...about, before: first }, after: first });
      const third = await settleRelease(server, { about: { ...about, before: second }, after: second });
      const run = randomUUID();
      server.makeRun(run);
      assert.equal((await server.run("clean", run, { run }))?.end, "cleaned");
      assert.equal(server.read(`${RELEASES}/${first}/index.html`), "new");
      // the panel has forgotten it
      await settleRelease(server, { about: { keep: "1", before: third }, after: third });
      assert.ok(!existsSync(join(server.root, RELEASES, first)));
    });

    it("stays whole while the configuration of the website names it, although the panel has no file of its own there", async () => {
      const configuration = join(server.base, "shop.conf");
      const id = await uploadRelease(server, {
        files: [{ path: "public/index.html", content: "page" }],
        about: { served: "public", configuration },
      });
      await server.run("exchange", id);
      const served = server.tree();
      writeFileSync(configuration, `server {\n    root ${server.root}/${RELEASES}/${id}/public;\n}\n`);
      const ended = await server.run("back", id);
      assert.deepEqual([ended?.end, ended?.detail], ["untouched", "served"]);
      assert.deepEqual(server.tree(), served);
      writeFileSync(configuration, `server {\n    root ${server.root}/${RELEASES}/${id}-other;\n}\n`);
      assert.equal((await server.run("back", id))?.end, "old", server.errors(id));
    });

    it("does not remove an older one that the configuration of the website names", async () => {
      const configuration = join(server.base, "shop.conf");
      const about = { keep: "1", configuration };
      const first = await settleRelease(server, { about });
      const second = await settleRelease(server, { about: { ...about, before: first }, after: first });
      writeFileSync(configuration, `    root ${server.root}/${RELEASES}/${first};`);
      await settleRelease(server, { about: { ...about, before: second }, after: second });
      assert.equal(server.read(`${RELEASES}/${first}/index.html`), "new");
    });

    it("removes no older one where it goes back itself, also where it was to keep fewer", async () => {
      const ids: string[] = [];
      for (const _ of [1, 2, 3]) {
        const [after] = ids;
        const about = { keep: "9", before: after ?? "" };
        ids.unshift(await settleRelease(server, { about, ...(after !== undefined && { after }) }));
      }
      const before = server.tree();
      const [third = ""] = ids;
      const id = await uploadRelease(server, { about: { keep: "1", before: third }, after: third });
      assert.equal((await server.run("exchange", id))?.end, "held");
      assert.equal((await server.run("back", id))?.end, "old", server.errors(id));
      assert.deepEqual([historyOf(server), server.tree()], [ids, before]);
    });

    it("stays whole where it is served again before its way back is ended", async () => {
      const id = await uploadRelease(server, {});
      await server.run("exchange", id);
      const programs = server.wrapTools(join(server.base, "cut"), (tool, place) => {
        const cuts = `case "$*" in "-rf ./${id}") kill -9 $PPID; exit 1 ;; esac\n`;
        return `#!${server.shell}\n${tool === "rm" ? cuts : ""}exec ${place} "$@"\n`;
      });
      assert.equal(await server.run("back", id, { environment: programs }), undefined);
      server.put(`${RELEASES}/${id}/.user.ini`, "open_basedir");
      const run = randomUUID();
      server.makeRun(run);
      assert.equal((await server.run("recover", id, { run }))?.end, "mixed", server.errors(run));
      assert.equal(server.read(`${RELEASES}/${id}/index.html`), "new");
    });

    it("follows no link that somebody puts in the way of what is removed", async () => {
      const id = await uploadRelease(server, {});
      await server.run("exchange", id);
      const outside = join(server.base, "outside");
      mkdirSync(join(outside, id), { recursive: true });
      writeFileSync(join(outside, id, "precious"), "kept");
      renameSync(join(server.root, RELEASES), join(server.root, "moved"));
      symlinkSync(outside, join(server.root, RELEASES));
      await server.run("back", id);
      assert.ok(existsSync(join(outside, id, "precious")));
    });
  });
}
