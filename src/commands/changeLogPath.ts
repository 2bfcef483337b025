import * as v from "valibot";
import { l10n } from "vscode";
import type { ActionRequest } from "../model/actionRequest.ts";
import type { JavaProject } from "../panel/operations/java.ts";
import { serverPath } from "../panel/serverPath.ts";
import type { ToldOutcome } from "../platform/texts/actionTexts.ts";
import { runAndTell, type AskInput } from "./resourceCommands.ts";
import type { Services } from "./services.ts";

/** Where panels put the logs of Java projects. */
const LOG_DIRECTORY = "/www/wwwlogs/java";

/** Asks for the new log directory, with the present one to start from. */
export const askLogPath: AskInput = async ({ dialogs }, [item]) => {
  const present = directoryOf(item?.row);
  const path = await dialogs.input({
    title: l10n.t("Log Directory of “{0}”", item?.label ?? ""),
    prompt: l10n.t("An absolute path on the server. It is created where needed, and the project restarts."),
    placeholder: LOG_DIRECTORY,
    ...(present === undefined ? {} : { value: present }),
    problem: (typed) =>
      v.is(serverPath, typed) ? undefined : l10n.t("The path must be absolute, without “..” or “./” in it."),
  });
  return path === undefined ? undefined : { path };
};

/** Tells that a project did not come up with its new log directory, and offers to give it the old one back. */
export async function offerToChangeBack(services: Services, request: ActionRequest, told: ToldOutcome): Promise<void> {
  const path = directoryOf(request.row);
  const changeBack = l10n.t("Change Back");
  const pressed = await services.dialogs.tell({ ...told, buttons: path === undefined ? [] : [changeBack] });
  if (pressed === changeBack && path !== undefined) await runAndTell(services, [{ ...request, input: { path } }]);
}

function directoryOf(row: unknown): string | undefined {
  return (row as JavaProject | undefined)?.logPath?.replace(/\/[^/]*$/, "");
}
