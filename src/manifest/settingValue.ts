/** A setting that is a whole number within limits. */
export interface NumberSetting {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** What a settings file holds, as the setting allows it: VS Code only underlines what does not fit and passes it on. */
export function settingValue(setting: NumberSetting, value: unknown): number {
  if (typeof value !== "number" || Number.isNaN(value)) return setting.default;
  return Math.trunc(Math.min(setting.maximum, Math.max(setting.minimum, value)));
}
