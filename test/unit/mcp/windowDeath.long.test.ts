import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../../scripts/paths.ts";
import { AgentsPlace } from "../../fakes/agents/agentsPlace.ts";
import { compiledOnce } from "../../keepCompiled.ts";

const MOMENTS = 10;

describe("the shim, where a window is killed", () => {
  let place: AgentsPlace;
  beforeEach(() => (place = new AgentsPlace()));
  afterEach(async () => place.dispose());

  /** A window in a process of its own, once it listens. */
  async function openProcess(): Promise<ChildProcessByStdio<null, Readable, null>> {
    const file = join(projectDir, "test/unit/mcp/windowProcess.ts");
    const env = { ...process.env, ...compiledOnce };
    const window = spawn(process.execPath, [file, place.root], { env, stdio: ["ignore", "pipe", "inherit"] });
    await once(window.stdout, "data");
    return window;
  }

  it("answers each call, whenever that happens, and goes on with the next window", async () => {
    const answers: string[] = [];
    const agent = place.agent();
    await agent.initialize();
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const window = await openProcess();
      const calling = agent.request("tools/call", {
        name: "control_panel_resource",
        arguments: { panel: "Shop", kind: "site", name: "a", action: "stop" },
      });
      // before it has begun, at some moment, and while it certainly runs, unless it was too slow to be called
      if (moment < MOMENTS / 2) await sleep(moment * 5);
      else await Promise.race([once(window.stdout, "data"), calling]);
      window.kill("SIGKILL");
      await once(window, "exit");
      const { result } = await calling;
      answers.push(String(result?.structuredContent?.["happened"] ?? result?.structuredContent?.["problem"]));
    }
    for (const answer of answers)
      assert.match(answer, /^yes$|^unknown$|^No window of the editor takes calls|^The window takes no call/);
    assert.ok(answers.includes("unknown"), answers.join(", "));
    await place.open({ name: "alive" });
    const { result } = await agent.request("tools/call", { name: "list_panels", arguments: {} });
    assert.equal(result?.structuredContent?.["window"], "alive");
    assert.equal(place.files().length, 1, "what they left is gone");
  });
});
