import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";

/** The names of facts, with their headings. */
export const factNames = {
  type: () => l10n.t("Type"),
  port: () => l10n.t("Port"),
  pid: () => l10n.t("Process"),
  listening: () => l10n.t("Listens on"),
  logPath: () => l10n.t("Log"),
  image: () => l10n.t("Image"),
  ports: () => l10n.t("Ports"),
  id: () => l10n.t("ID"),
  php: () => l10n.t("PHP version"),
  root: () => l10n.t("Root"),
  certificateDays: () => l10n.t("Certificate"),
  note: () => l10n.t("Note"),
  domains: () => l10n.t("Domains"),
  daysLeft: () => l10n.t("Certificate"),
  orderDaysLeft: () => l10n.t("Order"),
  validation: () => l10n.t("Validation"),
  index: () => l10n.t("Order ID"),
  address: () => l10n.t("Address"),
  command: () => l10n.t("Command"),
  version: () => l10n.t("Version"),
  startedAt: () => l10n.t("Started at"),
  upgrade: () => l10n.t("Upgrade"),
  seenAt: () => l10n.t("Seen at"),
  alsoChanged: () => l10n.t("Also changed"),
  package: () => l10n.t("Package"),
  punycode: () => l10n.t("Punycode"),
  state: () => l10n.t("State"),
  lastLine: () => l10n.t("Last line of the panel's log"),
} as const;

/** `kind.name` is one that only this kind has (`Resource.factNames`). Those that end in `At` are times in UTC, in `OnServer` by the clock of the server. */
export type FactName = keyof typeof factNames | `${string}.${string}`;

/** A named value of a resource, for its row and tooltip. */
export interface Fact {
  readonly name: FactName;
  readonly value: string;
  /** The file on the server that it is about. */
  readonly path?: string;
}

/** Makes facts of the values that are neither absent nor empty, without invisible characters. */
export function facts(values: Readonly<Partial<Record<FactName, string | number | undefined>>>): readonly Fact[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [{ name: name as FactName, value: visibleText(String(value)) }],
  );
}
