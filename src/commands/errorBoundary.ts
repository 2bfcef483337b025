import type { CommandId } from "../manifest.ts";
import type { Handler, Services } from "./services.ts";
import { inBoundary } from "./tellFailure.ts";

/** Runs a command's body. Everything thrown ends here: a failure is told with its fixes, a defect is logged and owned up to. */
export async function runInBoundary(
  services: Services,
  id: CommandId,
  handler: Handler,
  args: readonly unknown[],
): Promise<void> {
  await inBoundary(services, id, () => handler(services, args));
}
