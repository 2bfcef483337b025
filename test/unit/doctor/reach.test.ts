import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { systemReach } from "../../../src/doctor/reach.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";

const { signal } = new AbortController();
const reach = systemReach(systemClock);

describe("The reach of this computer", () => {
  const fails = (task: Promise<unknown>, expected: object) =>
    assert.rejects(task, (error) => {
      assert.deepEqual(failureOf(error), expected);
      return true;
    });

  it("has the addresses of a name, each once", async () => {
    const addresses = await reach.resolve("localhost", signal);
    assert.ok(addresses.includes("127.0.0.1") || addresses.includes("::1"));
    assert.equal(new Set(addresses).size, addresses.length);
  });

  it("ends a connection without a byte", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const connected = once(server, "connection");
    const { port } = server.address() as AddressInfo;
    await reach.connect("127.0.0.1", port, signal);
    const [socket] = (await connected) as [NodeJS.ReadableStream];
    const bytes: Buffer[] = [];
    socket.on("data", (piece: Buffer) => bytes.push(piece));
    await once(socket, "end");
    assert.deepEqual(bytes, []);
    server.close();
    await once(server, "close");
    await fails(reach.connect("127.0.0.1", port, signal), { kind: "network", code: "ECONNREFUSED" });
  });

  it("is cancelled", async () => {
    const aborted = AbortSignal.abort();
    await fails(reach.connect("127.0.0.1", 9, aborted), { kind: "cancelled" });
    await fails(reach.resolve("localhost", aborted), { kind: "cancelled" });
  });
});
