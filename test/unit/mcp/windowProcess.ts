import { AgentDoor } from "../../../src/mcp/window/agentDoor.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

/** How long this window takes for a call. */
const CALL_MS = 100;

/** A window in a process of its own, which a test kills: `windowProcess.ts <root>`. It says when it listens, and of each call that it has begun. */
const [, , root = ""] = process.argv;
const door = new AgentDoor({
  root,
  clock: systemClock,
  log: new TestLog(),
  isAllowed: () => true,
  describe: async () => ({ name: "killed", folders: [], focusedAt: 1 }),
  async invoke(tool, _input, { signal }) {
    process.stdout.write("called\n");
    await systemClock.sleep(CALL_MS, signal);
    return JSON.stringify({ happened: "yes", tool });
  },
});
await door.connect();
process.stdout.write("listens\n");
