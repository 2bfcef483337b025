import { refusalIn } from "../characters/panelRefusals.ts";
import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { findSite, type SiteOnPage } from "../resources/eachSite.ts";
import { facts } from "../resources/facts.ts";
import { type Action, type ActionWords, becomes, type Identity, type SettingInput } from "../resources/resource.ts";
import { HERE, site, siteOf } from "../resources/site.ts";
import type { Site } from "../wire/operations/sites.ts";
import type { Reading, SiteSetting } from "./siteSetting.ts";
import { findSetting } from "./siteSettings.ts";

/** A website with a setting of it. */
interface Seen extends SiteOnPage {
  readonly now: Reading;
}

/** The action that changes a setting as a person decided; `undefined`: only a newer version has it. */
export function settingAction(input: SettingInput): Action<unknown> | undefined {
  const setting = findSetting(input.name);
  // its rows only ever are websites
  return setting && (actionOf(setting, input) as unknown as Action<unknown>);
}

function actionOf(setting: SiteSetting, input: SettingInput): Action<Site, Seen> {
  const { value } = input;
  const isSo = ({ now }: Seen) => {
    if (setting.isSo !== undefined) return setting.isSo(now, value);
    return now.value === undefined ? undefined : now.value === value;
  };
  const identity = (row: Site): Identity => [
    ...site.identity(row),
    ...(setting.about === undefined ? [] : [setting.about(row)]),
  ];
  return {
    operation: setting.operation,
    words: wordsOf(setting, input),
    offered: ["running", "stopped", "unknown"],
    identity,
    changedTo: ({ now }) =>
      input.was === undefined || now.value === input.was
        ? undefined
        : (settingText(setting, now.value) ?? l10n.t("unknown")),
    obstacle: async (call, _input, before) => before && setting.obstacle?.(call, value, before),
    send: (call, _target, _input, before) => setting.send(call, siteOf(before, HERE), value, before?.site ?? missing()),
    verification: {
      async observe(call, { key }, last) {
        const found = await findSite(call, key, last);
        return found && { ...found, now: await setting.read(call, found.site) };
      },
      identity: ({ site: row }) => identity(row),
      isAlready: (before) => isSo(before) === true,
      proofs: [becomes(isSo)],
      evidence: ({ now }) => facts({ "site.settingNow": settingText(setting, now.value) })[0],
    },
  };
}

/** A change is sent only to a website that was found. */
function missing(): never {
  throw new TypeError("no website");
}

/** A value of a setting for people; `undefined`: it is not known. */
export function settingText({ text }: Pick<SiteSetting, "text">, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return visibleText(text?.(value) ?? value);
}

function wordsOf(setting: SiteSetting, input: SettingInput): ActionWords {
  const label = setting.label();
  const value = settingText(setting, input.value) ?? "";
  const { caveat, refusals } = setting;
  const own = setting.sentences?.(value);
  return {
    title: (target, panel) => l10n.t("Change “{0}” of “{1}” on “{2}” to “{3}”", label, target, panel, value),
    done: (target, panel) => l10n.t("“{0}” of “{1}” on “{2}” was changed.", label, target, panel),
    already: (target, panel) => l10n.t("“{0}” of “{1}” on “{2}” is already so.", label, target, panel),
    ...own,
    effect: () => setting.effect(input),
    ...(caveat && { caveat }),
    refused: (message) => refusalIn(refusals?.() ?? [], message)?.text(message),
  };
}
