import assert from "node:assert/strict";
import { makeDirectory, type ServerFile, writeFile } from "../../../src/demoPanel/serverFiles.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { exactPath } from "../../../src/wire/answers/exactPath.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";

const ROOT = "/www/wwwroot/limited.example.com";

for (const edition of knownEditions)
  describe(`what the kernel of a demo ${edition}'s server forbids`, () => {
    let panel: FaultyPanel;
    beforeEach(async () => {
      panel = new FaultyPanel(edition, await startDemoPanel({ edition }));
      makeDirectory(files(), ROOT, 1);
      put("file", "old");
    });
    afterEach(async () => panel.stop());

    const files = () => panel.panel.state.files;
    const call = () => panel.callFor(new AbortController().signal);

    /** Writes a file, or changes what is there. */
    function put(name: string, text: string | undefined, more: Partial<ServerFile> = {}): void {
      const path = `${ROOT}/${name}`;
      if (text !== undefined) writeFile(files(), path, Buffer.from(text), 1);
      else makeDirectory(files(), path, 1);
      files().set(path, { ...(files().get(path) ?? assert.fail()), ...more });
    }

    const text = (name: string) => files().get(`${ROOT}/${name}`)?.bytes?.toString();

    /** The names of the website's directory and of those in it. */
    const names = () =>
      [...files().keys()]
        .flatMap((path) => (path.startsWith(`${ROOT}/`) ? [path.slice(ROOT.length + 1)] : []))
        .toSorted();

    const move = async (from: string, to: string) =>
      call()("file.move", {
        from: exactPath("transfer", `${ROOT}/${from}`),
        to: exactPath("transfer", `${ROOT}/${to}`),
      }).then(() => "done", failureOf);
    const upload = async (name: string, content: string, directory = ROOT) =>
      call()("file.upload", {
        directory: exactPath("upload", directory),
        name,
        size: content.length,
        start: 0,
        bytes: Buffer.from(content),
      }).then(
        ({ there }) => there ?? "done",
        (error: unknown) => failureOf(error)?.kind,
      );

    /** Runs commands of sh in the website's directory, and says for each line whether it succeeded. */
    async function succeeds(...lines: readonly string[]): Promise<readonly boolean[]> {
      const script = [`cd ${ROOT} || exit`, ...lines.map((line) => `if ${line}; then echo yes; else echo no; fi`)];
      const path = "/www/backup/ours/run.sh";
      writeFile(files(), path, Buffer.from(script.join("\n")), 1);
      const { id = assert.fail() } = await call()("scheduledTask.add", {
        name: "script",
        script: `sh ${path}`,
        day: 15,
      });
      await call()("scheduledTask.run", { id });
      const log = (await call()("scheduledTask.log", { id })).text;
      return log.split("\n").flatMap((line) => (line === "yes" || line === "no" ? [line === "yes"] : []));
    }

    it("a change of a file with the attribute i or a", async () => {
      for (const attribute of [{ isLocked: true }, { growsOnly: true }] as const) {
        put("file", "old", attribute);
        put("other", "other");
        assert.notEqual(await move("file", "moved"), "done");
        assert.notEqual(await move("other", "file"), "done");
        assert.equal(await upload("file", "new"), "rejected");
        await assert.rejects(call()("file.remove", { path: exactPath("remove", `${ROOT}/file`) }));
        await call()("file.setAccess", { path: exactPath("access", `${ROOT}/file`), user: "www", mode: "600" }).catch(
          () => undefined,
        );
        put("other", "other");
        const lines = [
          "ln -T file link",
          "mv -f -T file moved",
          "mv -f -T other file",
          "rm -f file",
          "ln -T other link",
        ];
        assert.deepEqual(await succeeds(...lines), [false, false, false, false, true]);
        assert.equal(text("file"), "old");
        assert.equal(files().get(`${ROOT}/file`)?.mode, 0o644);
        assert.deepEqual(names(), ["file", "link", "other"]);
        files().delete(`${ROOT}/link`);
      }
    });

    for (const more of [[], ["elsewhere"]])
      it(`the removal of a directory with the panel's own file in it${more.map((name) => ` and ${name}`).join("")}`, async () => {
        put("release", undefined);
        put("release/app", undefined);
        put("release/app/code.php", "code");
        put("release/public", undefined);
        put("release/public/index.html", "page");
        put("release/public/.user.ini", "open_basedir", { isLocked: true });
        for (const name of more) put(name, "old", { isLocked: true });
        const lines = [
          "ln -T release/public/.user.ini link",
          "mv -f -T release/public/.user.ini moved",
          "rm -rf release",
          "rm -rf release/app",
        ];
        assert.deepEqual(await succeeds(...lines), [false, false, false, true]);
        // all the rest is gone, as on a server
        assert.deepEqual(
          names().filter((name) => name.startsWith("release")),
          ["release", "release/public", "release/public/.user.ini"],
        );
      });

    it("a change of the panel's own file, but after a run path that is not there", async () => {
      const site =
        panel.panel.state.sites.find(({ projectType }) => projectType === "PHP") ?? assert.fail("no website");
      const at = (below: string) => files().get(`${site.path}${below}/.user.ini`)?.isLocked;
      const setRunPath = async (runPath: string) => call()("site.setRunPath", { id: site.id, runPath });
      assert.equal(at(""), true);
      await setRunPath("/gone");
      assert.deepEqual([files().has(`${site.path}/.user.ini`), at("")], [true, undefined]);
      await setRunPath("");
      assert.equal(at(""), true);
    });

    it("other names in a directory with the attribute i, and fewer in one with a", async () => {
      put("locked", undefined);
      put("locked/file", "old");
      put("locked", undefined, { isLocked: true });
      put("growing", undefined);
      put("growing/file", "old");
      put("growing", undefined, { growsOnly: true });
      assert.equal(await upload("new", "new", `${ROOT}/locked`), 0);
      assert.equal(await upload("new", "new", `${ROOT}/locked/below`), "rejected");
      await assert.rejects(
        call()("file.createDirectory", { path: exactPath("createDirectory", `${ROOT}/locked/directory`) }),
      );
      assert.notEqual(await move("file", "locked/moved"), "done");
      for (const directory of ["locked", "growing"]) {
        assert.notEqual(await move(`${directory}/file`, "moved"), "done");
        await assert.rejects(call()("file.remove", { path: exactPath("remove", `${ROOT}/${directory}/file`) }));
      }
      const lines = [
        "ln -T file locked/link",
        "mkdir locked/made",
        "ln -T file growing/link",
        "rm -f growing/link",
        "mv -f -T growing/file moved",
        "mv -f -T locked/file moved",
        '[ "$(lsattr -d locked | cut -c5,6)" = i- ]',
        '[ "$(lsattr -d growing | cut -c5,6)" = -a ]',
        '[ "$(lsattr -d . | cut -c5,6)" = -- ]',
      ];
      assert.deepEqual(await succeeds(...lines), [false, false, true, false, false, false, true, true, true]);
      assert.deepEqual(names(), ["file", "growing", "growing/file", "growing/link", "locked", "locked/file"]);
      assert.equal(
        (await call()("file.attributes", { path: exactPath("attributes", `${ROOT}/growing`) })).isLocked,
        true,
      );
    });

    it("links from one file system to another, and a move of where one begins", async () => {
      put("mount", undefined, { device: 7 });
      put("mount/file", "mounted");
      put("single", "a file that is mounted", { device: 8 });
      const lines = [
        "ln -T file mount/link",
        "ln -T mount/file link",
        "ln -T mount/file mount/link",
        "ln -T single link",
        "mv -T mount moved",
        "mv -f -T file single",
        "mv -T mount/file moved",
      ];
      assert.deepEqual(await succeeds(...lines), [false, false, true, false, false, false, true]);
      assert.deepEqual(names(), ["file", "mount", "mount/link", "moved", "single"]);
      // by the panel it is copied, and is root's
      files().set(`${ROOT}/file`, { ...(files().get(`${ROOT}/file`) ?? assert.fail()), uid: 1001 });
      assert.equal(await move("file", "mount/file"), "done");
      assert.equal(files().get(`${ROOT}/mount/file`)?.uid, 0);
    });

    it("more bytes than a file system takes, whoever writes them", async () => {
      put("full", undefined, { device: 7, capacity: 4_096 });
      put("full/there", "a".repeat(3_000));
      put("large", "a".repeat(2_000));
      assert.equal(await upload("new", "b".repeat(2_000), `${ROOT}/full`), "rejected");
      assert.equal(text("full/new.2000.upload.tmp")?.length, 1_096);
      await call()("file.remove", { path: exactPath("remove", `${ROOT}/full/new.2000.upload.tmp`) });
      assert.notEqual(await move("large", "full/large"), "done");
      assert.equal(text("full/large"), "");
      assert.equal(text("large")?.length, 2_000);
      assert.equal(await upload("more", "b".repeat(2_000), `${ROOT}/full`), "rejected");
      assert.equal(await upload("small", "b", `${ROOT}/full`), "rejected");
    });

    it("longer files than its file system has space for, to a script", async () => {
      files().set("/www/backup", { mtime: 1, uid: 0, gid: 0, mode: 0o755, device: 9, capacity: 5_000 });
      assert.deepEqual(await succeeds("head -c 2000 /dev/zero >short", "head -c 6000 /dev/zero >long"), [true, false]);
      assert.equal(text("short")?.length, 2_000);
    });

    it("any change of a file system that is read-only", async () => {
      put("read", undefined, { device: 7, isReadOnly: true });
      put("read/file", "old");
      assert.equal(await upload("new", "new", `${ROOT}/read`), 0);
      assert.equal(await upload("new", "new", `${ROOT}/read/below`), "rejected");
      assert.notEqual(await move("read/file", "moved"), "done");
      assert.notEqual(await move("file", "read/file"), "done");
      await assert.rejects(
        call()("file.createDirectory", { path: exactPath("createDirectory", `${ROOT}/read/directory`) }),
      );
      const lines = ["ln -T file read/link", "mv -T read/file moved", "mkdir read/made", "rm -f read/file"];
      assert.deepEqual(await succeeds(...lines), [false, false, false, false]);
      assert.deepEqual(names(), ["file", "read", "read/file"]);
    });
  });
