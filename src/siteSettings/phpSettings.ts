import * as l10n from "@vscode/l10n";
import { sentences } from "../characters/sentences.ts";
import { eachSite } from "../resources/eachSite.ts";
import type { Call, SettingInput } from "../resources/resource.ts";
import type { Site } from "../wire/operations/sites.ts";
import type { SiteSetting } from "./siteSetting.ts";

/** The version of PHP that a website runs with, as `82`; `undefined`: none, or one of its own. */
function versionOf({ php }: Site): string | undefined {
  return php !== undefined && /^\d\.\d$/.test(php) ? php.replace(".", "") : undefined;
}

/** What a change of a limit reaches: the version of this website, and how many run with it. */
async function readReach(call: Call, { php: version = "" }: Site): Promise<NonNullable<SettingInput["php"]>> {
  const { sites, isComplete } = await eachSite(call);
  return { version, sites: sites.filter(({ php }) => php === version).length, isAll: isComplete };
}

/** What is different about a limit of PHP. */
interface Limit {
  readonly label: () => string;
  readonly operation: "php.setMemory" | "php.setUploadSize" | "php.setTime";
  /** Its lines in php.ini, of which the smallest counts. */
  readonly lines: readonly string[];
  readonly prompt: () => string;
  /** From where to where panels and PHP take it. */
  readonly least: number;
  readonly most: number;
  /** Whether the panel replaces only numbers with an M, and would leave the rest of a value beside them. */
  readonly keepsUnits?: true;
  /** What else the panel changes with it. */
  readonly besides?: () => string;
}

/** A limit of the version of PHP that a website runs with, in MB or seconds (docs/protocol.md 6.57). */
function limit({ label, operation, lines, prompt, least, most, keepsUnits, besides }: Limit): SiteSetting {
  const inMegabytes = operation !== "php.setTime";
  const smallest = (values: readonly string[]) =>
    values.toSorted((a, b) => numberOf(a, inMegabytes) - numberOf(b, inMegabytes))[0];
  return {
    label,
    appliesTo: (site) => versionOf(site) !== undefined,
    operation,
    async read(call, site) {
      const { rows } = await call("php.settings", { version: versionOf(site) ?? "" });
      const found = lines.flatMap((line) => rows.find(({ name }) => name === line)?.value ?? []);
      if (found.length < lines.length) return { value: undefined };
      const value = smallest(found) ?? "";
      // a value that the panel cannot show, such as -1, comes as a blank
      return { value: plainOf(value, inMegabytes), options: found };
    },
    text: (value) => (value === "" ? l10n.t("not a number") : unitText(value, inMegabytes)),
    asking: {
      typed: {
        prompt,
        begin: ({ value }) => (value !== undefined && /^\d+$/.test(value) ? value : undefined),
        read(typed) {
          const value = typed.trim();
          const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
          if (number >= least && number <= most) return { value: String(number) };
          return { problem: l10n.t("Enter a whole number from {0} to {1}.", String(least), String(most)) };
        },
      },
    },
    about: ({ php }) => php,
    async obstacle(_call, _value, { now: { options = [] } }) {
      const odd = keepsUnits === true ? options.find((value) => !/^\d+M$/i.test(value)) : undefined;
      return odd === undefined ? undefined : { kind: "invalid", field: "value", rule: "unit", value: odd };
    },
    send: (call, _site, value, row) => call(operation, { version: versionOf(row) ?? "", amount: Number(value) }),
    reach: readReach,
    effect: ({ php }) => sentences(reachText(php), besides?.()),
    caveat: () => l10n.t("Whether PHP follows was not checked."),
  };
}

/** No panel has a limit for one website alone. */
function reachText(reach: SettingInput["php"]): string | false {
  if (reach === undefined) return false;
  const { version, sites, isAll } = reach;
  const text = l10n.t(
    "No panel sets it for one website alone. It holds for all on the server with PHP {0}: {1}.",
    version,
    String(sites),
  );
  return isAll
    ? text
    : l10n.t(
        "No panel sets it for one website alone. It holds for all on the server with PHP {0}: at least {1}.",
        version,
        String(sites),
      );
}

const BYTES: Readonly<Record<string, number>> = { K: 1_024, M: 1_048_576, G: 1_073_741_824 };

/** A value of php.ini as a number of megabytes or seconds; what is no number comes last. */
function numberOf(value: string, inMegabytes: boolean): number {
  const [, digits, unit = ""] = /^(\d{1,15})([KMG]?)$/i.exec(value.trim()) ?? [];
  if (digits === undefined) return Infinity;
  return inMegabytes ? (Number(digits) * (BYTES[unit.toUpperCase()] ?? 1)) / 1_048_576 : Number(digits);
}

/** A value of php.ini in the unit that people are asked for, where it is a whole number of it; else as it stands there. */
function plainOf(value: string, inMegabytes: boolean): string {
  const number = numberOf(value, inMegabytes);
  return Number.isSafeInteger(number) ? String(number) : value.trim();
}

function unitText(value: string, inMegabytes: boolean): string {
  if (!/^\d+$/.test(value)) return value;
  return inMegabytes ? l10n.t("{0} MB", value) : l10n.t("{0} s", value);
}

/** PHP's own limits, by the setting's name. */
export const phpSettings = {
  phpMemory: limit({
    label: () => l10n.t("PHP: Memory of a Script"),
    operation: "php.setMemory",
    lines: ["memory_limit"],
    prompt: () => l10n.t("In megabytes, such as 256."),
    least: 16,
    most: 65_536,
  }),
  phpUpload: limit({
    label: () => l10n.t("PHP: Size of an Upload"),
    operation: "php.setUploadSize",
    lines: ["upload_max_filesize", "post_max_size"],
    prompt: () => l10n.t("In megabytes, such as 50. It also limits all that a form sends at once."),
    least: 2,
    most: 65_536,
    keepsUnits: true,
    besides: () => l10n.t("If Nginx takes less, it takes as much from then on, for all websites."),
  }),
  phpTime: limit({
    label: () => l10n.t("PHP: Time of a Script"),
    operation: "php.setTime",
    lines: ["max_execution_time"],
    prompt: () => l10n.t("In seconds, such as 300."),
    least: 30,
    most: 86_400,
    besides: () => l10n.t("If Nginx waits less, it waits as long from then on, for all websites."),
  }),
} satisfies Readonly<Record<string, SiteSetting>>;
