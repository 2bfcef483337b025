import type { DemoHost } from "../platform/demoHost.ts";
import { failureOf } from "../wire/answers/failure.ts";

/** Starts the demo panel again where it was open in the window before. */
export async function reopenDemo(demo: DemoHost, onDefect: (error: unknown) => void): Promise<void> {
  if (!demo.wasOpen) return;
  await demo.open().catch((error: unknown) => {
    // closed again while it started
    if (failureOf(error)?.kind !== "cancelled") onDefect(error);
  });
}
