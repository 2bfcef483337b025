import { l10n } from "vscode";
import type { CommandId } from "../manifest.ts";
import { StorageError } from "../model/storageError.ts";
import { failureOf } from "../panel/failure.ts";
import { storageText } from "../platform/texts/storageTexts.ts";
import { tellFailure } from "./tellFailure.ts";
import { PanelProblem } from "./panelProblem.ts";
import type { Handler, Services } from "./services.ts";

/** Runs a command's body. Everything thrown ends here: a failure is told with its fixes, a defect is logged and owned up to. */
export async function runInBoundary(
  services: Services,
  id: CommandId,
  handler: Handler,
  args: readonly unknown[],
): Promise<void> {
  try {
    await handler(services, args);
  } catch (error) {
    const cause = error instanceof PanelProblem ? error.cause : error;
    const panel = error instanceof PanelProblem ? error.panel : undefined;
    const failure = failureOf(cause);
    if (failure !== undefined) {
      await tellFailure(services, failure, panel);
      return;
    }
    if (cause instanceof StorageError) {
      await services.dialogs.tell({ severity: "error", message: storageText(cause.problem) });
      return;
    }
    services.log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const showLog = l10n.t("Show Log");
    const message = l10n.t("Something went wrong inside the extension. The log has the details.");
    const pressed = await services.dialogs.tell({ severity: "error", message, buttons: [showLog] });
    if (pressed === showLog) services.log.show();
  }
}
