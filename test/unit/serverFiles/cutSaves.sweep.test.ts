import assert from "node:assert/strict";
import { saveFile } from "../../../src/serverFiles/saveFile.ts";
import { ServerFiles } from "../../../src/serverFiles/serverFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";
import { type CuttingProxy, startCuttingProxy } from "../../wire/cuttingProxy.ts";
import { sha1 } from "./filesFixture.ts";

const PATH = "/www/wwwroot/cut.conf";

const SAVES = 150;

/** Bytes that one save sends, at least; cuts beyond them do not happen. */
const SENT = 60_000;

const contentOf = (round: number) => Buffer.from(`${round}\n`.repeat(20_000).slice(0, 50_000));

for (const edition of knownEditions)
  describe(`saves that are cut anywhere: ${edition}`, () => {
    let used: FaultyPanel;
    let proxy: CuttingProxy;
    beforeEach(async () => {
      const panel = await startDemoPanel({ edition });
      proxy = await startCuttingProxy(Number(new URL(panel.address).port));
      used = new FaultyPanel(edition, panel, `http://127.0.0.1:${proxy.port}`);
    });
    afterEach(async () => {
      await proxy.close();
      await used.stop();
    });

    const bytes = () => used.panel.state.files.get(PATH)?.bytes ?? Buffer.from("(missing)");

    async function save(round: number): Promise<unknown> {
      const { signal } = new AbortController();
      const files = new ServerFiles(used.callFor(signal), used.clock, signal);
      return saveFile(files, PATH, contentOf(round), { sha1: sha1(bytes()) }).catch((error: unknown) => error);
    }

    it(`leave the file with the old or the new bytes, ${SAVES} times`, async () => {
      const owner = { mtime: 1, uid: 1001, gid: 1001, mode: 0o640 };
      used.panel.state.files.set(PATH, { ...owner, bytes: contentOf(0) });
      const counts = { cut: 0, saved: 0, failed: 0 };
      for (let round = 1; round <= SAVES; round++) {
        const before = bytes();
        // every third time nothing comes through any more
        const staysCut = round % 3 === 0;
        used.fault = () => {
          if (staysCut && proxy.hasCut) throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
        };
        proxy.cutAfter(1 + ((round * 7_919) % SENT));
        const error = await save(round);
        counts.cut += Number(proxy.hasCut);
        const now = bytes();
        assert.ok(now.equals(contentOf(round)) || (error !== undefined && now.equals(before)), `round ${round}`);
        const { uid, gid, mode } = used.panel.state.files.get(PATH) ?? owner;
        assert.deepEqual([uid, gid, mode], [1001, 1001, 0o640]);
        counts[error === undefined ? "saved" : "failed"] += 1;
      }
      assert.ok(
        counts.cut > SAVES * 0.9 && counts.saved > SAVES / 3 && counts.failed > SAVES / 10,
        JSON.stringify(counts),
      );
    });
  });
