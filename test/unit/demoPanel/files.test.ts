import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { startDemoPanel } from "../../../src/demoPanel/startDemoPanel.ts";
import { type KnownEdition, knownEditions } from "../../../src/wire/answers/operation.ts";
import { createPanelClient } from "../../../src/wire/client.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { operations, type OperationId, type ParamsOf, type ResultOf } from "../../../src/wire/operations/operations.ts";
import { send, signed } from "../../demoPanel/wire.ts";
import { withPanel } from "../../demoPanel/withPanel.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const ROOT = "/www/wwwroot/blog.example.com";

/** With any text for a path. */
type Bare<Value> = Value extends string
  ? string
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? { readonly [Name in keyof Value]: Bare<Value[Name]> }
      : Value;

type Call = <Id extends OperationId>(id: Id, params: Bare<ParamsOf<Id>>) => Promise<ResultOf<Id>>;

/** Runs a test with our client against a demo panel of an edition. */
async function withClient(edition: KnownEdition, run: (call: Call) => Promise<void>): Promise<void> {
  const panel = await startDemoPanel({ edition, now: () => NOW });
  const transport = createTransport({ pin: () => undefined });
  const { address: origin, key: apiKey } = panel;
  const client = createPanelClient({ origin, apiKey, transport, clock: new LeapingClock(NOW) });
  const { signal } = new AbortController();
  try {
    await run(async (id, params) => {
      const { route } = operations[id].wires.find((wire) => "edition" in wire && wire.edition === edition) ?? {};
      return client.call(id, params as ParamsOf<typeof id>, { signal, ...(route !== undefined && { route }) });
    });
  } finally {
    transport.dispose();
    await panel.close();
  }
}

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");

for (const edition of knownEditions)
  describe(`files of a demo panel: ${edition}`, () => {
    const isBaota = edition === "baota";

    const upload = (call: Call, name: string, bytes: Uint8Array, start: number, end: number) =>
      call("file.upload", { directory: ROOT, name, size: bytes.length, start, bytes: bytes.subarray(start, end) });

    it("are uploaded in pieces, also after an upload that was given up", async () =>
      withClient(edition, async (call) => {
        const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
        assert.deepEqual(await upload(call, "中 文.bin", bytes, 0, 100_000), { there: 100_000 });
        assert.deepEqual(await upload(call, "中 文.bin", bytes, -1, -1), { there: 100_000 });
        assert.deepEqual(await upload(call, "中 文.bin", bytes, 200_000, 300_000), { there: 100_000 });
        assert.deepEqual(await upload(call, "中 文.bin", bytes, 100_000, 200_000), { there: 200_000 });
        assert.deepEqual(await upload(call, "中 文.bin", bytes, 200_000, 300_000), {});
        assert.equal(await call("file.hash", { path: `${ROOT}/中 文.bin` }), sha1(bytes));
        const { mode, user } = await call("file.attributes", { path: `${ROOT}/中 文.bin` });
        assert.deepEqual([user, mode], ["www", isBaota ? "755" : "644"]);
      }));

    it(
      "get the mode and owner that an upload asks for, and so does their directory",
      withPanel(
        async ({ panel: { address, key, state } }) => {
          const fields = {
            ...signed(key),
            action: "upload",
            f_path: `${ROOT}/private`,
            f_name: "secret",
            f_size: "6",
            f_start: "0",
            dir_mode: "700,root",
            file_mode: "600,root",
          };
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.set(name, value);
          form.set("blob", new Blob(["secret"]), "blob");
          const request = new Request(address, { method: "POST", body: form });
          const headers = { "content-type": request.headers.get("content-type") ?? "" };
          const body = Buffer.from(await request.arrayBuffer());
          await send(address, { method: "POST", path: isBaota ? "/files" : "/v2/files", body, headers });
          const access = ["", "/secret"].map((name) => {
            const { uid, gid, mode } = state.files.get(`${ROOT}/private${name}`) ?? {};
            return [uid, gid, mode];
          });
          assert.deepEqual(access, [
            [0, 0, 0o700],
            [0, 0, 0o600],
          ]);
        },
        { edition },
      ),
    );

    it("are downloaded with the signature outside of the URL, and moved with their directory", async () =>
      withClient(edition, async (call) => {
        const json = new TextEncoder().encode('{"version":1}');
        await call("file.createDirectory", { path: `${ROOT}/lock` });
        await call("file.upload", { directory: `${ROOT}/lock`, name: "a.json", size: 13, start: 0, bytes: json });
        await call("file.move", { from: `${ROOT}/lock`, to: `${ROOT}/kept` });
        const part = await call("file.read", { path: `${ROOT}/kept/a.json`, from: 1, length: 9 });
        assert.deepEqual(part, { bytes: Buffer.from('"version"'), from: 1, total: 13 });
        await call("file.removeDirectory", { path: `${ROOT}/kept` });
        const { rows } = await call("file.stat", { paths: [`${ROOT}/kept/a.json`, `${ROOT}/lock`] });
        assert.deepEqual(
          rows.map(({ exists }) => exists),
          [false, false],
        );
      }));

    it("have another owner and mode once these are set", async () =>
      withClient(edition, async (call) => {
        await call("file.setAccess", { path: `${ROOT}/index.html`, user: "root", mode: "600" });
        await call("file.setAccess", { path: `${ROOT}/index.html`, user: "nobody-here", mode: "600" });
        const { uid, mode } = await call("file.attributes", { path: `${ROOT}/index.html` });
        assert.deepEqual([uid, mode], [0, "600"]);
      }));
  });
