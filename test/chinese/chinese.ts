import { strict as assert } from "node:assert";
import bundle from "../../l10n/bundle.l10n.zh-cn.json" with { type: "json" };
import manifest from "../../package.nls.zh-cn.json" with { type: "json" };

/** What a text of the code is in Chinese, with its values, so that tests hold whatever the words are. */
export function chinese(english: string, ...values: readonly (string | number)[]): string {
  const text = (bundle as Readonly<Record<string, string>>)[english];
  assert.ok(text !== undefined, `“${english}” has no translation`);
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}

/** The same for a text of the manifest. */
export function chineseTitle(key: keyof typeof manifest): string {
  return manifest[key];
}

/** A command as the palette has it. */
export function chineseCommand(key: keyof typeof manifest): string {
  return `${manifest.category}: ${manifest[key]}`;
}
