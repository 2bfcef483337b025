import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import { settingText } from "../settingAction.ts";
import type { Asking, Reading, SiteSetting } from "../siteSetting.ts";

interface AskedSetting {
  readonly setting: SiteSetting;
  readonly now: Reading;
  readonly title: string;
  readonly panelPort: number | undefined;
}

/** Picked in place of a value: a person types one. */
const TYPE = Symbol("type");

/** Asks what a setting is to be; `undefined`: dismissed. Ends the command if there is nothing to choose. */
export async function askSetting(dialogs: Dialogs, asked: AskedSetting): Promise<string | undefined> {
  const { setting, now, title } = asked;
  const { choices, none, typed } = setting.asking;
  if (choices === undefined) return typed && typedValue(dialogs, typed, asked);
  const values = choices(now);
  if (values.length === 0 && typed === undefined) throw new CommandAborted(none?.(now) ?? "");
  const picked = await dialogs.pick<string | typeof TYPE>(
    title,
    l10n.t("Which one?"),
    values.map((value) => ({ label: settingText(setting, value) ?? "", value })),
    now.value,
    typed && { last: { label: typed.label?.() ?? "", value: () => TYPE } },
  );
  return picked === TYPE ? typed && typedValue(dialogs, typed, asked) : picked;
}

/** Has a person type until it is a value, so that nothing typed is lost. */
async function typedValue(
  dialogs: Dialogs,
  { prompt, placeholder, begin, read }: NonNullable<Asking["typed"]>,
  { now, title, panelPort }: AskedSetting,
): Promise<string | undefined> {
  const value = begin?.(now);
  const meaning = (text: string) => read(text, now, panelPort);
  const typed = await dialogs.input({
    title,
    prompt: prompt(),
    ...(placeholder !== undefined && { placeholder }),
    ...(value !== undefined && { value }),
    problem(text) {
      const meant = meaning(text);
      return "problem" in meant ? meant.problem : undefined;
    },
  });
  if (typed === undefined) return undefined;
  const meant = meaning(typed);
  return "value" in meant ? meant.value : undefined;
}
