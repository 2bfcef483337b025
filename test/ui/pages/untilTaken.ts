import { HANG_MS } from "../../eventually.ts";

/** What one try may take, in ms: VS Code may have closed or redrawn meanwhile what it waits for. */
export const TRY_MS = 5_000;

/** Does a step of a person again until VS Code takes it, as a person does; throws its error where it never does. */
export async function untilTaken<T>(step: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + HANG_MS; ;) {
    try {
      return await step();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
