import assert from "node:assert/strict";
import type { TreeView } from "vscode";
import type { TreeNode } from "../../../src/tree/treeNodes.ts";
import { viewServices } from "../../../src/product/viewServices.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

function fixture(reveal: TreeView<string>["reveal"] = async () => undefined) {
  const log = new TestLog();
  const changed: unknown[] = [];
  const view = {
    view: { reveal } as TreeView<string>,
    keyTargets: async () => ["a"],
    changed: (id: string | undefined) => void changed.push(id),
  };
  const activityView = { keyTargets: async () => ["entry"] };
  const tree = { node: (id: string) => (id === "leaf" ? ({ parentId: "group" } as TreeNode) : undefined) };
  return { services: viewServices(view, activityView, tree, log), log, changed };
}

describe("services on the drawn tree", () => {
  it("redraw the group of a row, or a root itself", () => {
    const { services, changed } = fixture();
    services.showAgain("leaf");
    services.showAgain("root");
    assert.deepEqual(changed, ["group", "root"]);
  });

  it("select revealed rows, and focus them unless that is turned off", async () => {
    const asked: unknown[] = [];
    const { services } = fixture(async (...args) => void asked.push(args));
    await services.reveal("a", { expand: 2 });
    await services.reveal("a", { expand: false, focus: false });
    assert.deepEqual(asked, [
      ["a", { expand: 2, focus: true, select: true }],
      ["a", { expand: false, focus: false, select: true }],
    ]);
  });

  it("log a row that cannot be revealed, and do not reject", async () => {
    const { services, log } = fixture(async () => Promise.reject(new Error("no such row")));
    await services.reveal("a", { expand: false });
    assert.deepEqual(log.lines, ["warn a row could not be shown: Error: no such row"]);
  });

  it("return the targets of a key from the views", async () => {
    assert.deepEqual(await fixture().services.keyTargets(), ["a"]);
    assert.deepEqual(await fixture().services.activityTargets(), ["entry"]);
  });

  it("ask to press the key again if its targets are unknown", async () => {
    const view = { view: {} as TreeView<string>, keyTargets: async () => undefined, changed: () => undefined };
    const services = viewServices(view, view, { node: () => undefined }, new TestLog());
    await assert.rejects(services.keyTargets(), /Press the key again/);
    await assert.rejects(services.activityTargets(), /Press the key again/);
  });
});
