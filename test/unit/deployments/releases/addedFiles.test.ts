import assert from "node:assert/strict";
import { MOST_READ } from "../../../../src/deployments/releases/addedFiles.ts";
import { releaseFacts } from "../../../../src/deployments/window/releases/releaseRows.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { turnsOf } from "../../../fakes/turnsOf.ts";
import { ROOT } from "../deployFixture.ts";
import { ReleaseFixture } from "./releaseFixture.ts";

for (const edition of knownEditions)
  describe(`what was added to a release that is served, on a demo ${edition}`, () => {
    const it = turnsOf(edition);
    let website: ReleaseFixture;
    beforeEach(async () => {
      website = await ReleaseFixture.start(edition);
      website.used.put({ "storage/kept.log": "line" });
      await website.used.source({ "index.html": "one", "app/code.php": "code" });
      await website.deploy({ shared: ["storage/"] });
    });
    afterEach(() => website.stop());

    const put = (...paths: readonly string[]) =>
      website.used.put(Object.fromEntries(paths.map((path) => [`${website.runPath.slice(1)}/${path}`, "theirs"])));

    /** What is counted before the next one, and what its preview says of that. */
    async function told() {
      const prepared = await website.prepare({ shared: ["storage/"] });
      await prepared.run.discard(website.context());
      const { release } = prepared;
      assert.ok(release !== undefined);
      const row = releaseFacts(release, ROOT).find(({ label }) => label === "Not taken over");
      return { added: release.added, description: row?.description };
    }

    it("is nothing where it has what was placed, what is shared and what is the panel's alone", async () => {
      website.used.put({ "storage/new.log": "shared" });
      put(".well-known/acme-challenge/token");
      assert.deepEqual(await told(), { added: { count: 0, mayBeMore: false }, description: undefined });
    });

    it("is counted, wherever it is, and said before it is left behind", async () => {
      put("uploads/2026/photo.jpg");
      assert.deepEqual(await told(), {
        added: { count: 1, mayBeMore: false },
        description: "1 file that was added to the release that is served",
      });
      put("app/cache.php", "left.txt");
      assert.deepEqual(await told(), {
        added: { count: 3, mayBeMore: false },
        description: "3 files that were added to the release that is served",
      });
    });

    it("is counted in so many directories at most, and said to be more", async () => {
      put("left.txt", ...Array.from({ length: MOST_READ }, (_, index) => `vendor/package${index}/code.php`));
      const { calls } = website.used;
      const { added, description = "" } = await told();
      assert.deepEqual(added, { count: 1 + MOST_READ - 3, mayBeMore: true });
      assert.equal(description, `${MOST_READ - 2} or more files that were added to the release that is served`);
      const listed = website.used.called.slice(calls).filter((id) => id === "file.list");
      assert.equal(listed.length, MOST_READ);
    });

    it("is said in general where it cannot be read", async () => {
      website.used.panel.state.files.set(`${ROOT}${website.runPath}/odd\u0007`, {
        mtime: 1,
        uid: 0,
        gid: 0,
        mode: 0o644,
        bytes: Buffer.from(""),
      });
      const { added, description = "" } = await told();
      assert.deepEqual(added, { count: 0, mayBeMore: true });
      assert.match(description, /^files that were added .+ unless they are shared$/);
    });
  });
