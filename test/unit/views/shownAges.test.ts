import assert from "node:assert/strict";
import type { TreeItem } from "vscode";
import { ShownAges } from "../../../src/views/shownAges.ts";

describe("ages that rows tell", () => {
  const texts = new Map<string, string>();
  const ages = new ShownAges();

  /** As the view draws a row: what is gone is not noted. */
  function draw(id: string): TreeItem {
    const item: TreeItem = { description: texts.get(id) ?? "" };
    if (texts.has(id)) ages.drawn({ id, type: "panel" }, item);
    return item;
  }

  it("are told anew where they have become others, once, and not of what is gone", () => {
    for (const id of ["a", "b", "gone"]) {
      texts.set(id, "answered now");
      draw(id);
    }
    ages.drawn({ id: "an item", type: "item" }, { description: "stopped" });
    assert.deepEqual(ages.outdated(draw), []);
    texts.set("a", "answered 1 min. ago");
    texts.delete("gone");
    assert.deepEqual(ages.outdated(draw), ["a"]);
    assert.deepEqual(ages.outdated(draw), []);
  });

  it("and what folders tell, are others once their rows would be drawn differently", () => {
    const text = { of: "" };
    const folder = (): TreeItem => ({ description: text.of });
    assert.equal(ages.isOutdated("folder:prod", folder), false);
    ages.drawn({ id: "folder:prod", type: "folder" }, folder());
    assert.equal(ages.isOutdated("folder:prod", folder), false);
    text.of = "1 of 3 needs attention";
    assert.equal(ages.isOutdated("folder:prod", folder), true);
    ages.drawn({ id: "folder:prod", type: "folder" }, folder());
    assert.equal(ages.isOutdated("folder:prod", folder), false);
  });
});
