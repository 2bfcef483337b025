import { findSite } from "../resources/eachSite.ts";
import type { Call } from "../resources/resource.ts";
import { isAnswer, panelFailureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import type { Site } from "../wire/operations/sites.ts";
import type { Reading, SiteSetting } from "./siteSetting.ts";
import { settingNames, siteSettings, type SettingName } from "./siteSettings.ts";

/** A setting that a website has, as it was read, or why it could not be. */
export interface ReadSetting {
  readonly name: SettingName;
  readonly setting: SiteSetting;
  readonly now: Reading | { readonly failure: PanelFailure };
}

/** A website with its settings. */
export interface SettingsOfSite {
  readonly site: Site;
  readonly settings: readonly ReadSetting[];
}

/** Reads all settings of a website; `undefined`: it is not there. Throws `PanelError` where the panel does not answer. */
export async function readSettings(call: Call, key: string): Promise<SettingsOfSite | undefined> {
  const found = await findSite(call, key, undefined);
  if (found === undefined) return undefined;
  const { site } = found;
  const once = eachOnce(call);
  const settings: ReadSetting[] = [];
  for (const name of settingNames) {
    const setting: SiteSetting = siteSettings[name];
    if (setting.appliesTo?.(site) !== false) settings.push({ name, setting, now: await readOne(once, setting, site) });
  }
  return { site, settings };
}

async function readOne(call: Call, setting: SiteSetting, site: Site): Promise<ReadSetting["now"]> {
  try {
    return await setting.read(call, site);
  } catch (error) {
    const failure = panelFailureOf(error);
    // the other settings can still be read
    if (!isAnswer(failure)) throw error;
    return { failure };
  }
}

/** Settings that are read by the same call share its answer. */
function eachOnce(call: Call): Call {
  const answers = new Map<string, Promise<unknown>>();
  return async (id, params) => {
    const asked = `${id} ${JSON.stringify(params)}`;
    const answer = answers.get(asked) ?? call(id, params);
    answers.set(asked, answer);
    return answer as Promise<ResultOf<typeof id>>;
  };
}
