import { statSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/paths.ts";
import { AgentsPlace } from "../fakes/agents/agentsPlace.ts";
import { median, type Figure } from "./figure.ts";

/** As it is packed. */
const SHIM = join(projectDir, "dist/mcp.cjs");
const STARTS = 15;
const CALLS = 200;

/** Measures what the protocol adds: a window that answers at once is called by the protocol's own client, over the packaged shim. */
export async function mcpFigures(): Promise<readonly Figure[]> {
  const place = new AgentsPlace();
  try {
    await place.open({ invoke: async () => "{}" });
    const starts: number[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      const from = performance.now();
      const { client } = await place.client({ shim: [SHIM] });
      starts.push(performance.now() - from);
      await client.close();
    }
    const { client } = await place.client({ shim: [SHIM] });
    const calls: number[] = [];
    for (let round = 0; round < CALLS; round += 1) {
      const from = performance.now();
      await client.callTool({ name: "list_panels", arguments: {} });
      calls.push(performance.now() - from);
    }
    return [
      {
        name: "an agent's program is started, up to its hello's answer",
        value: median(starts),
        limit: 200,
        unit: "ms",
      },
      { name: "a call of it, beyond the tool's own time", value: median(calls), limit: 5, unit: "ms" },
      { name: "the code of that program", value: statSync(SHIM).size / 1024, limit: 320_000 / 1024, unit: "KB" },
    ];
  } finally {
    await place.dispose();
  }
}
