import * as v from "valibot";
import * as l10n from "@vscode/l10n";
import { logDirectoryOf } from "../../resources/javaProject.ts";
import { serverPath } from "../../wire/answers/serverPath.ts";
import type { AskInput } from "../context/services.ts";

/** Where panels put the logs of Java projects. */
const LOG_DIRECTORY = "/www/wwwlogs/java";

/** Asks for the new log directory, with the present one to start from. */
export const askLogPath: AskInput = async ({ dialogs }, [item]) => {
  const present = logDirectoryOf(item?.row);
  const path = await dialogs.input({
    title: l10n.t("Log Directory of “{0}”", item?.label ?? ""),
    prompt: l10n.t("An absolute path on the server. It is created if needed, and the project restarts."),
    placeholder: LOG_DIRECTORY,
    ...(present === undefined ? {} : { value: present }),
    problem: (typed) =>
      v.is(serverPath, typed) ? undefined : l10n.t("The path must be absolute, without “..” or “./”."),
  });
  return path === undefined ? undefined : { path };
};
