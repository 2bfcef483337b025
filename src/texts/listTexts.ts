import * as l10n from "@vscode/l10n";
import { listIn } from "../characters/listIn.ts";
import { textsLanguage } from "./language.ts";

/** Names side by side: "a, b, c". */
export function listText(names: readonly string[]): string {
  return listIn(textsLanguage(), names);
}

/** What is said about one thing, as it is read aloud; empty parts are left out. */
export function clausesText(parts: readonly string[]): string {
  const [first = "", ...others] = parts.filter((part) => part !== "");
  return others.reduce((said, part) => l10n.t("{0}, {1}", said, part), first);
}

/** Something with its name before it: "Port: 8080". */
export function namedText(name: string, value: string): string {
  return l10n.t("{0}: {1}", name, value);
}
