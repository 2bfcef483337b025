import assert from "node:assert/strict";
import { portRanges } from "../../../src/resources/publishedPorts.ts";

describe("the ports in a container's row", () => {
  for (const [ports, shown] of [
    [[], []],
    [
      ["8080→80/tcp", "443/tcp"],
      ["8080→80/tcp", "443/tcp"],
    ],
    [
      ["80→80/tcp", "81→81/tcp"],
      ["80→80/tcp", "81→81/tcp"],
    ],
    [["9→9/udp", "8→8/udp", "10→10/udp"], ["8–10→8–10/udp"]],
    [
      ["8→8/udp", "9→9/tcp", "10→10/udp"],
      ["8→8/udp", "9→9/tcp", "10→10/udp"],
    ],
    [
      ["1→1/tcp", "2→2/tcp", "3→4/tcp"],
      ["1→1/tcp", "2→2/tcp", "3→4/tcp"],
    ],
    [
      ["1→1/tcp", "1→1/udp", "2→2/tcp", "2→2/udp", "3→3/tcp", "3→3/udp"],
      ["1–3→1–3/tcp", "1–3→1–3/udp"],
    ],
    [["[::1]:1→5/tcp", "[::1]:2→6/tcp", "[::1]:3→7/tcp"], ["[::1]:1–3→5–7/tcp"]],
  ] as const)
    it(`are shown as ${shown.join(", ") || "none"}, of ${ports.join(", ") || "none"}`, () => {
      assert.deepEqual(portRanges(ports), shown);
    });
});
