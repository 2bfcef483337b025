import type { Call } from "../resources/resource.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import type { BrokenConfiguration, ConfigurationCheck } from "./brokenConfiguration.ts";
import { type WebServer, webServerCalled, webServerOf } from "./configuredServices.ts";
import { panelFailureOf, type PanelFailure } from "../wire/answers/failure.ts";

/** Words of nginx and Apache about a configuration, and not about a service that does not start. */
const ABOUT_CONFIGURATION = /\[(?:emerg|crit|alert)\]|syntax error|test failed|\bAH\d{5}\b/i;

/** Has the panel check the configuration of its web server (docs/protocol.md 13.6). Never throws: `unknown` where it could not be checked. */
export async function checkWebServer(call: Call, server: WebServer): Promise<ConfigurationCheck> {
  try {
    await call("service.control", { name: server, to: "test" });
    return "fine";
  } catch (error) {
    return brokenConfiguration(panelFailureOf(error)) ?? "unknown";
  }
}

/** What a refusal of the panel says of the configuration of its web server; `undefined`: nothing. */
export function brokenConfiguration(failure: PanelFailure): BrokenConfiguration | undefined {
  if (failure.kind !== "rejected" || !ABOUT_CONFIGURATION.test(failure.message)) return undefined;
  const place = placeIn(failure.message);
  if (place === undefined) return { text: failure.message };
  return { text: reasonIn(failure.message, place), place };
}

/** The web server that has refused its configuration when an action failed, and what it says; `undefined`: none has. */
export function refusalOf(
  { kind, target }: { readonly kind: SubjectKind; readonly target: { readonly key: string } },
  failure: PanelFailure,
): { readonly server: WebServer; readonly broken: BrokenConfiguration } | undefined {
  const broken = brokenConfiguration(failure);
  if (broken === undefined) return undefined;
  const called = kind === "service" && webServerCalled(target.key);
  const server = called || (broken.place && webServerOf(broken.place.path));
  return server && { server, broken };
}

/** The file and line that nginx or Apache name. */
function placeIn(text: string): BrokenConfiguration["place"] {
  const nginx = /\bin (?<path>\/\S+):(?<line>\d+)/.exec(text)?.groups;
  const { path, line } = nginx ?? /\bline (?<line>\d+) of (?<path>\/[^\s:]+)/i.exec(text)?.groups ?? {};
  if (path === undefined || line === undefined) return undefined;
  return { path, line: Number(line) };
}

/** What is wrong at a place: nginx says it before the place, Apache after it. */
function reasonIn(text: string, { path, line }: NonNullable<BrokenConfiguration["place"]>): string {
  const end = text.indexOf(` in ${path}:${line}`);
  if (end !== -1) return withoutProcess(text.slice(text.lastIndexOf("] ", end) + 1, end).trim());
  const apache = `line ${line} of ${path}:`;
  const start = text.indexOf(apache);
  if (start === -1) return text;
  return text.slice(start + apache.length).trim() || text;
}

/** Without the process and thread that nginx puts before what it writes to a log: `57#57: `. */
function withoutProcess(text: string): string {
  return text.replace(/^\d+#\d+: /, "");
}
