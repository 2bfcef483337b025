import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { file } from "../../../src/resources/file.ts";
import { actionsOf, resourceKinds } from "../../../src/resources/resources.ts";
import type { Verb } from "../../../src/resources/verbs.ts";

const panel = {
  id: "p1",
  name: "商店",
  address: "https://192.0.2.1:8888",
  guardLevel: "ask",
  callFor: () => async () => Promise.reject(new Error("nothing is called")),
  offers: async () => true,
} as const;

/** An action on one target. */
export function requestFor(
  changes: Partial<Pick<ActionRequest, "kind" | "verb" | "input">> & {
    readonly label?: string;
    readonly panelName?: string;
  } = {},
): ActionRequest {
  const { label = "订单", panelName = panel.name, ...rest } = changes;
  return {
    panel: { ...panel, name: panelName },
    kind: "javaProject",
    verb: "restart",
    input: { path: "/www/wwwlogs" },
    target: { key: label, label },
    row: undefined,
    ...rest,
  };
}

/** A request for each action of the resource table, for the creation of a site, and for each change of a file. */
export const requestSamples: readonly ActionRequest[] = [
  requestFor({ kind: "site", verb: "create" }),
  ...(Object.keys(file.procedures) as Verb[]).map((verb) => requestFor({ kind: "file", verb })),
  ...resourceKinds.flatMap((kind) => actionsOf(kind).map(([verb]) => requestFor({ kind, verb }))),
];

const evidence = { name: "pid", value: "4203" } as const;
const cause = { kind: "timeout", afterMs: 5_000 } as const;

// a missing outcome does not compile
const byKind: { readonly [K in Outcome["kind"]]: readonly Extract<Outcome, { kind: K }>[] } = {
  done: [
    { kind: "done", evidence: undefined },
    { kind: "done", evidence },
    { kind: "done", evidence: undefined, isGone: true },
    { kind: "done", evidence: undefined, parts: [{ kind: "ftp", name: "shop_ftp", state: "gone" }] },
    { kind: "done", evidence, why: "abandoned" },
    { kind: "done", evidence: undefined, why: "broken", broken: { text: "语法", place: { path: "/数据", line: 3 } } },
  ],
  sent: (["noWay", "timedOut", "partly", "failing", "unreadable", "stopped"] as const).flatMap((why) => [
    { kind: "sent", why, evidence: undefined },
    { kind: "sent", why, evidence },
    { kind: "sent", why, evidence, silence: cause },
  ]),
  uncertain: [
    { kind: "uncertain", cause },
    { kind: "uncertain", cause: undefined },
    { kind: "uncertain", cause, why: "partly", evidence },
    { kind: "uncertain", cause, why: "failing", evidence: undefined, silence: cause },
    { kind: "uncertain", cause: undefined, why: "abandoned" },
    { kind: "uncertain", cause, why: "abandoned", evidence: { name: "state", value: "running" } },
  ],
  wentWrong: [
    { kind: "wentWrong", evidence: undefined },
    { kind: "wentWrong", evidence },
  ],
  partly: [{ kind: "partly", evidence: undefined }],
  rolledBack: [
    { kind: "rolledBack", evidence: undefined },
    { kind: "rolledBack", evidence, cause },
  ],
  unchanged: [
    { kind: "unchanged", evidence: undefined },
    { kind: "unchanged", evidence: { name: "version", value: "2.7.0" } },
  ],
  failed: [
    { kind: "failed", failure: cause },
    { kind: "failed", failure: { kind: "cancelled" } },
  ],
  prevented: [
    { kind: "prevented", problem: { kind: "changed", path: "/数据" } },
    { kind: "prevented", problem: { kind: "halfway", path: "/数据", stage: "/备份", isMissing: true } },
  ],
  gone: [{ kind: "gone" }],
  changed: [
    { kind: "changed", now: "数据库" },
    { kind: "changed", now: [] },
    { kind: "changed", now: [{ kind: "root", name: "/www/intranet", others: ["api.example.com"] }] },
  ],
  ambiguous: [{ kind: "ambiguous" }],
  halfway: [
    { kind: "halfway", why: "stillRuns", waitedMs: 30_000 },
    { kind: "halfway", why: "stopUnseen" },
    { kind: "halfway", why: "stopLeft" },
    { kind: "halfway", why: "stopLost", cause },
    { kind: "halfway", why: "stopLost", cause, waitedMs: 30_000 },
    { kind: "halfway", why: "leftStopped" },
    { kind: "halfway", why: "runsAgain" },
    { kind: "halfway", why: "startFailed", cause },
    { kind: "halfway", why: "abandoned" },
  ],
  already: [{ kind: "already" }, { kind: "already", why: "refused" }],
  busy: [{ kind: "busy" }],
  declined: [{ kind: "declined" }],
  skipped: [
    { kind: "skipped", cause: { kind: "cancelled" } },
    { kind: "skipped", cause: { kind: "network", code: "ECONNREFUSED" } },
  ],
  readOnly: [{ kind: "readOnly" }],
};

/** Every outcome of an action. */
export const outcomeSamples: readonly Outcome[] = Object.values(byKind).flat();
