import { AgentDoor } from "../../../src/mcp/window/agentDoor.ts";
import type { Clock } from "../../../src/storage/ports.ts";
import { TestLog } from "../storageFixture.ts";

/** The door of a window in which nobody has connected an agent's program. */
export function closedDoor(root: string, clock: Clock): AgentDoor {
  return new AgentDoor({
    root,
    clock,
    log: new TestLog(),
    isAllowed: () => true,
    describe: async () => ({ name: "window", folders: [], focusedAt: 0 }),
    invoke: async () => "{}",
  });
}
