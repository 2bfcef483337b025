import assert from "node:assert/strict";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareFolders, readHashLine, type Compared } from "../../../src/serverFolders/compareFolders.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../fakes/turnsOf.ts";
import { DIRECTORY, FolderPanel } from "./folderPanel.ts";

for (const edition of knownEditions)
  describe(`comparing a directory with a folder on ${edition}`, () => {
    const it = turnsOf(edition);
    let server: FolderPanel;
    beforeEach(async () => {
      server = await FolderPanel.start(edition);
    });
    afterEach(async () => server.stop());

    async function here(path: string, content: string): Promise<void> {
      const at = join(server.folder, path);
      await mkdir(dirname(at), { recursive: true });
      await writeFile(at, content);
    }

    const compare = async (directory = DIRECTORY): Promise<Compared> =>
      compareFolders(server.jobs, { directory, folder: server.folder }, server.stopping.signal, () => undefined);

    it("tells what is only here, only there, and different, by hash where the sizes are equal", async () => {
      for (const [path, mine, its] of [
        ["same.txt", "same", "same"],
        ["sub/size.txt", "long", "longer"],
        ["sub/bytes.txt", "aaaa", "bbbb"],
        ["sub/line\nbreak\\.txt", "cccc", "dddd"],
        ["名.txt", "same", "same"],
      ] as const) {
        await here(path, mine);
        server.put(path, its);
      }
      await here("mine.txt", "mine");
      server.put("its.txt", "its");
      server.put("server.key", "secret");
      server.put("node_modules/x/index.js", "x");
      await here(".env", "secret");
      await here("file-here", "x");
      server.put("file-here/below", "x");
      await symlink("same.txt", join(server.folder, "link-here"));
      server.put("link-here", "same");
      server.put("link-there", "", { linkTo: "same.txt" });
      await here("link-there", "same");
      const compared = await compare();
      assert.equal(compared.kind, "compared");
      if (compared.kind !== "compared") return;
      const path = ({ path: name }: { readonly path: string }) => Buffer.from(name, "latin1").toString();
      const { different, onlyHere, onlyThere, notCompared, same, leftOut } = compared.comparison;
      assert.deepEqual(different.map(path), ["sub/bytes.txt", "sub/line\nbreak\\.txt", "sub/size.txt"]);
      assert.deepEqual(onlyHere.map(path), ["mine.txt"]);
      assert.deepEqual(onlyThere.map(path), ["file-here/below", "its.txt"]);
      assert.deepEqual(
        notCompared.map((each) => `${path(each)} ${each.why}`),
        ["file-here kind", "link-here link", "link-there link"],
      );
      assert.deepEqual([same, leftOut], [2, 3]);
      assert.deepEqual([server.left, [...server.leftTasks]], [[], []]);
    });

    it("says that the directory is not there", async () => {
      assert.deepEqual(await compare("/www/wwwroot/none"), {
        kind: "ended",
        end: { kind: "said", words: ["notFound"] },
      });
    });

    it("tells how much the server could not list, and believes no list that was cut off", async () => {
      const answered = async (records: string) => {
        const script = Buffer.from(`printf '${records}'`);
        const { jobs, folder, stopping } = server;
        const shippedScript: typeof jobs.shippedScript = async (name) =>
          name === "compare.sh" ? script : jobs.shippedScript(name);
        const places = { directory: DIRECTORY, folder };
        return compareFolders({ ...jobs, shippedScript }, places, stopping.signal, () => undefined);
      };
      const compared = await answered(String.raw`f 4 1.5 its.txt\0! 2\0`);
      assert.equal(compared.kind === "compared" && compared.comparison.unlistedThere, 2);
      const isMalformed = (error: unknown) => failureOf(error)?.kind === "malformed";
      await assert.rejects(answered(String.raw`f 4 1.5 its.txt\0`), isMalformed);
    });

    it("claims nothing of a file that went away meanwhile", async () => {
      await here("a.txt", "same");
      server.put("a.txt", "same");
      const compared = await compareFolders(
        server.jobs,
        { directory: DIRECTORY, folder: server.folder },
        server.stopping.signal,
        ({ phase }) => {
          if (phase === "asking") void rm(join(server.folder, "a.txt"));
        },
      );
      assert.equal(compared.kind, "compared");
      if (compared.kind === "compared")
        assert.deepEqual(
          [compared.comparison.notCompared.map(({ why }) => why), compared.comparison.same],
          [["unreadHere"], 0],
        );
    });

    it("takes a list that is cut off for none", async () => {
      await here("a.txt", "same");
      server.put("a.txt", "same");
      await server.stop();
      const { all } = server;
      server = await FolderPanel.start(edition, { find: `PATH=$DEMO_PATH\nfind "$@" | head -c 7\n` });
      for (const [path, file] of all) if (path.startsWith(DIRECTORY)) server.all.set(path, file);
      await here("a.txt", "same");
      await assert.rejects(compare(), (error) => failureOf(error)?.kind === "malformed");
    });

    it("ends with the person's cancel, and leaves nothing", async () => {
      await here("a.txt", "same");
      server.fault = (_, id, isMade) => {
        if (id === "scheduledTask.run" && isMade) server.stopping.abort(new Error("canceled"));
      };
      await assert.rejects(compare(), (error) => failureOf(error)?.kind === "cancelled");
      await server.panel.shell.over();
      assert.deepEqual(server.left, []);
    });
  });

describe("a line of sha1sum", () => {
  const sha1 = "0123456789".repeat(4);
  it("is read with what is written out in its name", () => {
    assert.deepEqual(readHashLine(`${sha1}  ./a b`), { sha1, path: "a b" });
    assert.deepEqual(readHashLine(String.raw`\${sha1}  ./a\nb\\n`), undefined);
    assert.deepEqual(readHashLine(`\\${sha1}  ./a\\nb\\\\n\\r`), { sha1, path: "a\nb\\n\r" });
    for (const line of ["", sha1, `${sha1}  a`, `${sha1} ./`, `x${sha1}  ./a`])
      assert.equal(readHashLine(line), undefined);
  });
});
