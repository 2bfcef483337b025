import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handlers } from "../../../../src/handlers.ts";
import { timeText } from "../../../../src/texts/timeTexts.ts";
import type { ItemNode } from "../../../../src/tree/treeNodes.ts";
import { knownEditions } from "../../../../src/wire/answers/operation.ts";
import { operations, type OperationId } from "../../../../src/wire/operations/operations.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { FilesFixture } from "../filesFixture.ts";

for (const edition of knownEditions) {
  describe(`Download Backup… on ${edition}`, () => {
    let window: CommandFixture;
    let server: FilesFixture;
    let local: string;
    let item: ItemNode;
    const { signal } = new AbortController();

    const open = async (kind: "database" | "site") => {
      const [first] = await window.items(await window.add(), kind);
      item = first ?? assert.fail("no row");
    };
    const backUp = async (kind: "database" | "site") =>
      server.callFor(signal)(`${kind}.backUp`, { id: Number(item.key) });
    const run = async (...answers: Parameters<CommandFixture["run"]>[2][]) =>
      window.run(handlers["serverPanel.downloadBackup"], [item.id], ...answers);

    beforeEach(async () => {
      server = await FilesFixture.start(edition);
      window = await CommandFixture.open();
      const call = server.callFor(signal) as (id: OperationId, params: unknown) => Promise<never>;
      window.handlers = Object.fromEntries(
        Object.keys(operations).map((id) => [id, async (params: unknown) => call(id as OperationId, params)]),
      );
      local = await mkdtemp(join(tmpdir(), "backups-"));
      window.workbench.local = [join(local, "archive")];
    });
    afterEach(async () => {
      await window.dispose();
      await server.stop();
      await rm(local, { recursive: true });
    });

    for (const kind of ["database", "site"] as const)
      it(`offers the archives of a ${kind}, the newest first, and downloads the whole one`, async () => {
        await open(kind);
        await backUp(kind);
        const [first] = server.panel.state.backups;
        assert.ok(first);
        const path = first.path.replace(/\.[a-z.]+$/, "_later$&");
        const bytes = randomBytes(5_300_000);
        server.panel.state.backups.unshift({ ...first, id: first.id + 1, path });
        server.put(path, bytes, { mtime: 1_600_000_000 });
        const newest = timeText(1_600_000_000_000);
        const { choices, messages } = await run({ to: "Download Backup", with: newest });
        const [offered = []] = choices;
        assert.deepEqual([offered.length, offered[0]], [2, `${newest}: ${path}`]);
        assert.deepEqual(await readFile(join(local, "archive")), bytes);
        assert.deepEqual(messages, []);
      });

    it("says that there is no backup yet, or none on the server itself", async () => {
      await open("database");
      const none = await run();
      assert.match(none.messages[0]?.message ?? "", /^There is no backup of “.+” yet\.$/);
      await backUp("database");
      for (const { path } of server.panel.state.backups) server.all.delete(path);
      const gone = await run();
      assert.match(gone.messages[0]?.message ?? "", /^None of the 1 backups of “.+” is on the server itself\.$/);
      assert.deepEqual(await readdir(local), []);
    });
  });
}
