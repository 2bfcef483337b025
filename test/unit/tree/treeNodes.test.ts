import assert from "node:assert/strict";
import fc from "fast-check";
import { resourceKinds } from "../../../src/resources/resources.ts";
import { changesAt, type ChangedPanel } from "../../../src/tree/changesAt.ts";
import {
  groupNodeId,
  itemNodeId,
  panelNodeId,
  stateValueOf,
  type ItemNode,
  type TreeNode,
} from "../../../src/tree/treeNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { sampleNodes } from "../manifest/sampleNodes.ts";

const baota: ChangedPanel = { guardLevel: "ask", edition: "baota", isStored: true, isSilent: false };
const shared = { id: "node", parentId: undefined, panelId: "p1" };

function item(kind: ItemNode["kind"], state: ItemNode["state"], changes: Partial<ItemNode> = {}): ItemNode {
  return { ...shared, type: "item", kind, state, key: "a", label: "a", facts: [], row: {}, ...changes };
}

function file(kind: "file" | "directory", path: string): TreeNode {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const entry = { name, kind, size: 1, mtime: 1, mode: "644", user: "www" };
  return { ...shared, type: "file", ownerId: "owner", path, label: name, entry };
}

const IN_DIRECTORY = "file.directory+createFile+createFolder+upload+rename+remove+changeAccess";

describe("the changes that a node offers", () => {
  const cases: readonly (readonly [string, TreeNode, ChangedPanel, string])[] = [
    [
      "what its state allows",
      item("site", "running"),
      baota,
      "site.running+stop+backUp+installCertificate+orderCertificate+changePhp+remove+deploy+rollBack",
    ],
    [
      "not what its row does not allow",
      item("site", "running", { row: { type: "WP2" } }),
      baota,
      "site.running+stop+backUp+installCertificate+orderCertificate+changePhp+deploy+rollBack",
    ],
    [
      "a log directory of Spring Boot alone",
      item("javaProject", "stopped", { row: { type: "springboot" } }),
      baota,
      "javaProject.stopped+start+changeLogPath+deploy+rollBack",
    ],
    [
      "no log directory of another Java project",
      item("javaProject", "stopped", { row: { type: "neizhi" } }),
      baota,
      "javaProject.stopped+start+deploy+rollBack",
    ],
    ["nothing while it is in hand", item("container", "running", { pendingVerb: "stop" }), baota, "container.running"],
    [
      "everything of what was added by hand",
      item("javaProject", "manual", { row: undefined }),
      baota,
      "javaProject.manual+restart+start+stop+changeLogPath",
    ],
    ["everything of a file", file("file", "/www/a.txt"), baota, "file.file+rename+remove+changeAccess"],
    [
      "nothing with a file whose name panels take for another one",
      file("file", "/www/a&ampb.txt"),
      baota,
      "file.other",
    ],
    ["only to rename a file that cannot be deleted", file("file", "/www/a "), baota, "file.file+rename"],
    ["everything in a directory", file("directory", "/www/a"), baota, IN_DIRECTORY],
    [
      "nothing in a directory whose name panels take for another one",
      file("directory", "/www/a&ampb"),
      baota,
      "file.directory",
    ],
    ["a setting that is on", item("terminalSetting", "on"), baota, "terminalSetting.on+turnOff"],
    [
      "nothing that the edition does not have",
      item("runtime", "stateless"),
      { ...baota, edition: "aapanel" },
      "runtime.stateless",
    ],
    [
      "what the edition may have",
      item("runtime", "stateless"),
      { ...baota, edition: "unknown" },
      "runtime.stateless+upgrade",
    ],
    ["new websites in their group", { ...shared, type: "group", kind: "site" }, baota, "group.site+create"],
    [
      "the same where it is filtered",
      { ...shared, type: "group", kind: "site", filter: { text: "a" } },
      baota,
      "group.site.filtered+create",
    ],
    [
      "nothing new in a group of a panel that does not answer or refuses",
      { ...shared, type: "group", kind: "site" },
      { ...baota, isSilent: true },
      "group.site",
    ],
    [
      "the same where there is none",
      { ...shared, type: "empty", kind: "site", filtered: false },
      baota,
      "empty.site+create",
    ],
    [
      "nothing new where there is none on a panel that does not answer or refuses",
      { ...shared, type: "empty", kind: "site", filtered: false },
      { ...baota, isSilent: true },
      "empty.site",
    ],
    ["nothing new elsewhere", { ...shared, type: "group", kind: "container" }, baota, "group.container"],
  ];
  for (const [what, node, panel, expected] of cases)
    it(`is ${what}`, () => assert.equal([stateValueOf(node), ...changesAt(node, panel)].join("+"), expected));

  it("are only those of the record on a read-only panel", () => {
    for (const node of sampleNodes)
      assert.deepEqual(changesAt(node, { ...baota, guardLevel: "readOnly" }), node.type === "panel" ? ["edit"] : []);
  });

  it("of a panel are its record, and a new website unless it is silent", () => {
    for (const node of sampleNodes.filter(({ type }) => type === "panel")) {
      assert.deepEqual(changesAt(node, baota), ["edit", "create"]);
      assert.deepEqual(changesAt(node, { ...baota, isSilent: true }), ["edit"]);
    }
  });

  it("do not include the record of a panel that is not stored", () => {
    for (const node of sampleNodes.filter(({ type }) => type === "panel"))
      assert.ok(!changesAt(node, { ...baota, isStored: false }).includes("edit"));
  });
});

const node = { id: "x", parentId: "y", panelId: "p", kind: "container" } as const;
const panel = { ...node, type: "panel", panel: panelRecord() } as const;
const itemNode = { ...node, type: "item", key: "k", label: "l", facts: [], row: {} } as const;

describe("tree nodes", () => {
  const values: readonly (readonly [TreeNode, string])[] = [
    [{ ...panel, state: { kind: "unknown" } }, "panel.unknown"],
    [{ ...panel, state: { kind: "answering", edition: "baota", version: "11.7.0", atMs: 1 } }, "panel.answering"],
    [{ ...panel, state: { kind: "failing", failure: { kind: "keyNeeded" }, atMs: 1 } }, "panel.failing"],
    [{ ...node, type: "group" }, "group.container"],
    [{ ...node, type: "group", filter: { text: "a" } }, "group.container.filtered"],
    [{ id: "x", parentId: undefined, type: "folder", tag: "prod" }, "folder.tag"],
    [{ ...itemNode, state: "manual" }, "container.manual"],
    [{ ...itemNode, state: "running" }, "container.running"],
    [{ ...itemNode, kind: "javaProject", state: "stopped" }, "javaProject.stopped"],
    [
      { ...node, type: "failure", address: "https://192.0.2.1:8888", failure: { kind: "refused", reason: "key" } },
      "failure.refused",
    ],
    [{ ...node, type: "unreadable", row: { index: 0, fields: [] } }, "unreadable.container"],
    [{ ...node, type: "empty", filtered: false }, "empty.container"],
    [{ ...node, type: "more", isFull: false, remaining: 1 }, "more.container"],
  ];
  for (const [value, expected] of values) it(`are ${expected}`, () => assert.equal(stateValueOf(value), expected));

  it("have ids that differ by panel, kind and key", () => {
    assert.equal(panelNodeId("p"), "panel:p");
    assert.equal(groupNodeId("p", "site"), "group:p/site");
    assert.equal(itemNodeId("p", "site", "14"), "item:p/site/14");
    const place = fc.tuple(fc.uuid(), fc.constantFrom(...resourceKinds), fc.string());
    fc.assert(
      fc.property(place, place, (a, b) => {
        assert.equal(itemNodeId(...a) === itemNodeId(...b), String(a) === String(b));
      }),
    );
  });
});
