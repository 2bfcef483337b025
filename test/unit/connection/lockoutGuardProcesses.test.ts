import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { removeTemporaryDirectories, temporaryDirectory } from "../../fakes/storageFixture.ts";

const WINDOWS = 3;

describe("LockoutGuard in three processes", () => {
  afterEach(removeTemporaryDirectories);

  it("makes exactly one refused call with a wrong key", async () => {
    const root = await temporaryDirectory();
    let calls = 0;
    const ready: ServerResponse[] = [];
    const server = createServer((request, response) => {
      if (request.url === "/ready") {
        ready.push(response);
        if (ready.length === WINDOWS) for (const waiting of ready) waiting.end();
        return;
      }
      calls++;
      // slow enough that all three would be on their way
      void sleep(100).then(() => response.end());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const script = fileURLToPath(new URL("guardWindow.ts", import.meta.url));
      const windows = await Promise.all(
        Array.from({ length: WINDOWS }, () => promisify(execFile)(process.execPath, [script, root, origin])),
      );
      assert.deepEqual(
        windows.map(({ stdout }) => stdout),
        Array.from({ length: WINDOWS }, () => "refused: key"),
      );
      assert.equal(calls, 1);
      assert.deepEqual(await readdir(join(root, "guard")), ["panel.json"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
