import type { CommandId } from "../manifest/commands.ts";
import type { Handler, Services } from "./context/services.ts";
import { withErrorBoundary } from "./panels/showFailure.ts";

/** Runs a command's body. Everything thrown ends here: a failure is told with its fixes, a defect is logged and owned up to. */
export async function runInBoundary(
  services: Services,
  id: CommandId,
  handler: Handler,
  args: readonly unknown[],
): Promise<void> {
  await withErrorBoundary(services, id, () => handler(services, args));
}
