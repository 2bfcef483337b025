import { contextValueOf } from "../../../src/tree/verbsAt.ts";
import { newPanelRecord } from "../../../src/panels/panelRecord.ts";
import { resourceStates, troubles } from "../../../src/resources/resource.ts";
import { resourceKinds } from "../../../src/resources/resources.ts";
import { subjectKinds } from "../../../src/resources/subjects.ts";
import { changesAt, type ChangedPanel } from "../../../src/tree/changesAt.ts";
import type { PanelState, TreeNode } from "../../../src/tree/treeNodes.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";

// a member of a union that is missing in these tables does not compile

const failures: { readonly [K in PanelFailure["kind"]]: Extract<PanelFailure, { kind: K }> } = {
  cancelled: { kind: "cancelled" },
  timeout: { kind: "timeout", afterMs: 1 },
  network: { kind: "network", code: "ECONNREFUSED" },
  tls: { kind: "tls", problem: "untrusted", code: "SELF_SIGNED_CERT_IN_CHAIN" },
  refused: { kind: "refused", reason: "key" },
  page: { kind: "page", status: 404 },
  unsupported: { kind: "unsupported" },
  malformed: { kind: "malformed", fields: ["a"] },
  tooLarge: { kind: "tooLarge", limitBytes: 1 },
  invalid: { kind: "invalid", field: "a", rule: "shape" },
  rejected: { kind: "rejected", message: "no" },
  keyNeeded: { kind: "keyNeeded" },
  consentNeeded: { kind: "consentNeeded" },
  storage: { kind: "storage", problem: "secretsUnavailable" },
  defect: { kind: "defect" },
  uncertain: { kind: "uncertain", cause: { kind: "timeout", afterMs: 1 } },
};

const panelStates: { readonly [K in PanelState["kind"]]: readonly Extract<PanelState, { kind: K }>[] } = {
  unknown: [{ kind: "unknown" }],
  answering: [
    { kind: "answering", edition: "aapanel", version: "9.0.0", atMs: 1 },
    { kind: "answering", edition: "unknown", version: undefined, atMs: 1 },
  ],
  failing: Object.values(failures).map((failure) => ({ kind: "failing", failure, atMs: 1 })),
};

const panel = newPanelRecord({
  id: "00000000-0000-4000-8000-000000000000",
  name: "Panel",
  address: "https://192.0.2.1:8888",
});
const shared = { id: "node", parentId: undefined, panelId: panel.id };

const filter = { text: "a" } as const;

const nodes: { readonly [T in TreeNode["type"]]: readonly Extract<TreeNode, { type: T }>[] } = {
  folder: [{ type: "folder", id: "node", parentId: undefined, tag: "prod" }],
  panel: Object.values(panelStates)
    .flat()
    .map((state) => ({ type: "panel", id: "node", parentId: undefined, panel, state })),
  group: resourceKinds.flatMap((kind) => [
    { ...shared, type: "group", kind },
    { ...shared, type: "group", kind, count: { loaded: 1, shown: 1, total: 2 } },
    { ...shared, type: "group", kind, filter },
  ]),
  item: resourceKinds.flatMap((kind) =>
    resourceStates.flatMap((state) => {
      const item = {
        ...shared,
        type: "item",
        kind,
        state,
        key: "a",
        label: "a",
        facts: [],
        row: { ports: [] },
      } as const;
      const others = [{ type: "none of ours" }, { certificate: { domains: [] } }, { root: "/a", id: "a" }];
      return [
        item,
        { ...item, pendingVerb: "restart" } as const,
        ...others.map((row) => ({ ...item, row: { ...item.row, ...row } })),
      ];
    }),
  ),
  file: ([undefined, "file", "directory", "other"] as const).flatMap((kind) =>
    // panels take the second for another name; the third is an archive
    ["a", "a&ampb", "a.zip"].map((name) => ({
      ...shared,
      type: "file",
      ownerId: "node",
      path: `/${name}`,
      label: name,
      ...(kind === undefined
        ? { isRoot: true }
        : { entry: { name, kind, size: 1, mtime: 1, mode: "644", user: "www" } }),
    })),
  ),
  unreadable: resourceKinds.map((kind) => ({ ...shared, type: "unreadable", kind, row: { index: 0, fields: ["a"] } })),
  failure: [
    ...Object.values(failures).map((failure) => ({ failure })),
    // what a person can do without a list takes the place of the failure
    ...(["site", "javaProject", "container", "certificateOrder"] as const).map((kind) => ({
      failure: failures.unsupported,
      kind,
    })),
  ].map((given) => ({ ...shared, type: "failure", address: panel.address, ...given })),
  empty: resourceKinds.map((kind) => ({ ...shared, type: "empty", kind, filtered: false })),
  more: subjectKinds.map((kind) => ({
    ...shared,
    isFull: false,
    type: "more",
    kind,
    remaining: 1,
  })),
};

/** At least one node for every type, kind, state and failure. */
export const sampleNodes: readonly TreeNode[] = Object.values(nodes).flat();

const changedPanels: readonly ChangedPanel[] = (["baota", "aapanel", "documented", "unknown"] as const).flatMap(
  (edition) =>
    (["ask", "readOnly"] as const).flatMap((guardLevel) =>
      [true, false].flatMap((isStored) =>
        [true, false].map((isSilent) => ({ edition, guardLevel, isStored, isSilent })),
      ),
    ),
);

/**
 * Every `contextValue` that a node can have, once: in trouble and not, on panels of each edition, stored or not, that answer
 * or do not, also on those that are only read.
 */
export const contextValues: readonly string[] = [
  ...new Set(
    sampleNodes.flatMap((node) =>
      changedPanels.flatMap((changed) =>
        [undefined, ...troubles].map((trouble) => contextValueOf(node, changesAt(node, changed), trouble)),
      ),
    ),
  ),
];
