import { addDomain, removeDomain } from "./domainSettings.ts";
import { phpSettings } from "./phpSettings.ts";
import { lastDay, note } from "./recordSettings.ts";
import { httpsRedirect, runPath } from "./servingSettings.ts";
import type { SiteSetting } from "./siteSetting.ts";

/** The settings of a website, in the order of their list. */
export const siteSettings = {
  addDomain,
  removeDomain,
  httpsRedirect,
  runPath,
  ...phpSettings,
  lastDay,
  note,
} as const satisfies Readonly<Record<string, SiteSetting>>;

export type SettingName = keyof typeof siteSettings;

export const settingNames = Object.keys(siteSettings) as readonly SettingName[];

/** A setting; `undefined`: only a newer version has it. */
export function findSetting(name: string): SiteSetting | undefined {
  return Object.hasOwn(siteSettings, name) ? siteSettings[name as SettingName] : undefined;
}
