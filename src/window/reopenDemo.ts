import type { DemoHost } from "../platform/demoHost.ts";
import { failureOf } from "../wire/answers/failure.ts";

/** Starts the demo panels again that were open in the window before. */
export async function reopenDemo(demo: DemoHost, onDefect: (error: unknown) => void): Promise<void> {
  await Promise.all(
    demo.wereOpen.map((edition) =>
      demo.open(edition).catch((error: unknown) => {
        // closed again while it started
        if (failureOf(error)?.kind !== "cancelled") onDefect(error);
      }),
    ),
  );
}
