import { english, readJson } from "../../scripts/documentWords.ts";
import { fieldDescription } from "../../src/platform/describedFields.ts";

/** `package.json` as VS Code gives it in English. */
function packageJson(): unknown {
  const texts = readJson(english.titles) as Readonly<Record<string, string>>;
  const described = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll(/%([\w.]+)%/g, (key, name: string) => texts[name] ?? key);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(described);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, described(each)]));
  };
  return described(readJson("package.json"));
}

let localized: unknown;

/** What the schema of deployments says of a field, in English. */
export function describeField(field: string): string | undefined {
  localized ??= packageJson();
  return fieldDescription(localized, field);
}
