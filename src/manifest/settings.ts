/** A setting with a whole number within limits. */
interface NumberSetting {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** Settings with their defaults and limits, kept here and in package.json by hand; a test compares the two. */
export const settings = {
  "serverPanel.certificates.urgentDays": { default: 4, minimum: 0, maximum: 365 },
  "serverPanel.certificates.warningDays": { default: 14, minimum: 0, maximum: 365 },
  "serverPanel.confirmation.waitSeconds": { default: 60, minimum: 1, maximum: 600 },
  "serverPanel.disks.warningPercent": { default: 90, minimum: 1, maximum: 100 },
  "serverPanel.refresh.intervalSeconds": { default: 30, minimum: 0, maximum: 3600 },
  "serverPanel.upgradeLog.staleMinutes": { default: 10, minimum: 1, maximum: 1440 },
} as const satisfies Readonly<Record<string, NumberSetting>>;

export type SettingId = keyof typeof settings;

/** Makes a value from a settings file valid; VS Code underlines invalid values, but passes them on. */
export function withinLimits(setting: NumberSetting, value: unknown): number {
  if (typeof value !== "number" || Number.isNaN(value)) return setting.default;
  return Math.trunc(Math.min(setting.maximum, Math.max(setting.minimum, value)));
}
