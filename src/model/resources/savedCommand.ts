import type { ResultOf } from "../../panel/operations/table.ts";
import { facts } from "../facts.ts";
import type { Resource } from "../resource.ts";

export type SavedCommand = ResultOf<"terminal.commands">["rows"][number];

/** Commands that were saved in the panel's web terminal: snippets, not its history (panel-reference.md 2.4). */
export const savedCommand: Resource<SavedCommand> = {
  list: (call) => call("terminal.commands", {}),
  key: ({ title, command }) => title ?? command,
  label: ({ title, command }) => title ?? command ?? "",
  state: () => "known",
  facts: ({ command }) => facts({ command }),
  actions: {},
};
