import assert from "node:assert/strict";
import { hasBegunSince, hasServerRestarted, ranForMs, readBegun } from "../../../src/resources/serverProcesses.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { statLine } from "../../fakes/fakeProcesses.ts";

/** A server with these files of its kernel. */
function serverWith(files: Readonly<Record<string, string>>) {
  const calls = new FakeCalls({
    "file.text": ({ path }) => {
      const text = files[path];
      if (text === undefined) throw new PanelError({ kind: "rejected", message: "no such file" });
      return { text };
    },
  });
  calls.hasOwnProcesses = true;
  const asked = () => calls.made.map(([, params]) => (params as { readonly path: string }).path);
  return { calls, call: calls.callFor(), asked };
}

const host = { "/proc/uptime": "5000.00 9.00\n", "/proc/1/stat": statLine(1, 4, "S", "systemd") };

describe("when processes began", () => {
  it("is read behind their names, which may hold anything", async () => {
    const { call } = serverWith({
      ...host,
      "/proc/7/stat": statLine(7, 500_001, "S", "a) R 1 2 3 (b"),
      "/proc/8/stat": statLine(8, 500_000),
      "/proc/9/stat": "nonsense",
    });
    const begun = await readBegun(call, [7, 8, 9, 10]);
    assert.deepEqual(begun, { firstLook: 500_000, at: { 7: 500_001, 8: 500_000 } });
    assert.deepEqual(
      [7, 8, 9, 10].map((pid) => hasBegunSince(pid, begun)),
      [true, false, false, false],
    );
  });

  it("is nothing of what has ended and waits for its parent", async () => {
    const { call } = serverWith({ ...host, "/proc/7/stat": statLine(7, 600_000, "Z") });
    const { at, ended } = await readBegun(call, [7, 8]);
    assert.deepEqual([at, ended], [{}, [7]]);
  });

  it("is compared with the first look, and asked again only of what is older", async () => {
    const files = { ...host, "/proc/7/stat": statLine(7, 400_000), "/proc/8/stat": statLine(8, 600_000) };
    const { calls, call, asked } = serverWith(files);
    const first = await readBegun(call, [7, 8]);
    calls.made.length = 0;
    assert.deepEqual(await readBegun(call, [7, 8], first), first);
    assert.deepEqual(asked(), ["/proc/7/stat"]);
    assert.equal(ranForMs(first), 1_000_000);
  });

  it("is by the clock of the server around a container that has an uptime of its own", async () => {
    const inside = { "/proc/uptime": "50.00 9.00\n", "/proc/1/stat": statLine(1, 400_000) };
    const lxcfs = serverWith({ ...inside, "/proc/self/mounts": "lxcfs /proc/uptime fuse.lxcfs rw 0 0\n" });
    assert.equal((await readBegun(lxcfs.call, [])).firstLook, 405_000);
    const docker = serverWith({
      "/proc/uptime": "5000.00 9.00\n",
      "/proc/1/stat": statLine(1, 400_000),
      "/proc/self/mounts": "proc /proc proc rw 0 0\n",
    });
    assert.equal((await readBegun(docker.call, [])).firstLook, 500_000);
  });

  it("is by a clock that begins anew with the server", async () => {
    const { call } = serverWith(host);
    assert.equal(await hasServerRestarted(call, { firstLook: 499_999, at: {} }), false);
    assert.equal(await hasServerRestarted(call, { firstLook: 500_001, at: {} }), true);
    assert.equal(await hasServerRestarted(call, { at: {} }), false);
    assert.equal(await hasServerRestarted(serverWith({}).call, { firstLook: 500_001, at: {} }), false);
  });

  it("proves nothing where the server does not tell its time, and is then not asked for again", async () => {
    const { calls, call } = serverWith({ "/proc/7/stat": statLine(7, 400_000) });
    const first = await readBegun(call, [7]);
    assert.equal(first.firstLook, undefined);
    calls.made.length = 0;
    const now = await readBegun(call, [7, 8], first);
    assert.deepEqual([now, calls.made, hasBegunSince(7, now), ranForMs(now)], [{ at: {} }, [], false, 0]);
  });

  it("is unknown, and not nothing, while the panel is silent", async () => {
    const { calls, call } = serverWith(host);
    calls.handlers = { "file.text": failing({ kind: "timeout", afterMs: 1 }) };
    await assert.rejects(async () => readBegun(call, [7]));
    calls.handlers = { "file.text": failing({ kind: "page", status: 404 }) };
    assert.deepEqual(await readBegun(call, [7]), { at: {} });
  });
});
