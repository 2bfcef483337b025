import { LockoutGuard } from "../../../src/connection/lockoutGuard.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { TestLog } from "../../fakes/storageFixture.ts";
import { guarded } from "../../fakes/guarded.ts";

// a window of its own for lockoutGuardProcesses.test.ts: waits for the others, makes a call, prints what came of it
const [root = "", origin = ""] = process.argv.slice(2);
const guard = new LockoutGuard({ root, clock: systemClock, log: new TestLog() });
const panel = { id: "panel", address: origin, keyRef: "wrong" };

await fetch(`${origin}/ready`);
try {
  await guarded(guard, panel, "automatic", async (signal) => {
    await fetch(`${origin}/call`, { signal });
    throw new PanelError({ kind: "refused", reason: "key" });
  });
} catch (error) {
  const failure = failureOf(error);
  process.stdout.write(failure?.kind === "refused" ? `refused: ${failure.reason}` : String(error));
}
