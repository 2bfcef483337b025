import { defectsIn } from "./defectsIn.ts";

/** Defects of the settings of a website, which would overrule somebody, or say what nobody knows. */
export const settingMutants = defectsIn([
  [
    "src/siteSettings/servingSettings.ts",
    [
      "the run path of a stopped website is believed",
      `return running === true ? { value: runPath, options: directories } : { value: undefined };`,
      `return { value: runPath, options: directories };`,
    ],
    [
      "the run path of a stopped website is changed",
      `if (running !== true) return { kind: "invalid", field: "runPath", rule: "stopped" };`,
      ``,
    ],
    ["a directory that is not there is served", `return found?.exists === true\n`, `return found !== undefined\n`],
  ],
  [
    "src/siteSettings/domainSettings.ts",
    ["a part of the domains is all of them", `...(!isWhole && { isPart: true as const })`, ``],
    [
      "the last domain is removed",
      `options.length === 1 && isPart !== true ? { kind: "invalid", field: "domain", rule: "last" } : undefined`,
      `options.length === 0 && isPart !== true ? { kind: "invalid", field: "domain", rule: "last" } : undefined`,
    ],
    ["a domain that may be there is gone", `isThere === undefined ? undefined : !isThere`, `isThere !== true`],
  ],
  [
    "src/siteSettings/phpSettings.ts",
    ["websites that were not counted are none", `isAll: isComplete`, `isAll: true`],
    [
      "a limit with another unit is cut into",
      `keepsUnits === true ? options.find(`,
      `keepsUnits !== true ? options.find(`,
    ],
  ],
  [
    "src/siteSettings/settingAction.ts",
    ["a change by somebody else is overruled", `input.was === undefined || now.value === input.was`, `true`],
    [
      "what nobody knew before was changed",
      `now.value === undefined ? undefined : now.value === value`,
      `now.value === value`,
    ],
    ["what would do harm is sent", `before && setting.obstacle?.(call, value, before)`, `undefined`],
  ],
  ["src/siteSettings/recordSettings.ts", ["a note grows with each save", `: unescapeHtml(escaped) }`, `: escaped }`]],
]);
