import assert from "node:assert/strict";
import { placeOf, TargetClaims } from "../../../src/actions/targetClaims.ts";
import type { ActionRequest } from "../../../src/actions/actionRequest.ts";
import { itemNodeId } from "../../../src/tree/treeNodes.ts";
import { groupsAt, showInHand } from "../../../src/window/showInHand.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { CONTAINERS, JAVA, PANEL, TreeFixture } from "../../fakes/treeFixture.ts";

describe("what is in hand", () => {
  let fixture: TreeFixture;
  let claims: TargetClaims;

  beforeEach(() => {
    claims = new TargetClaims({
      root: "/data",
      clock: new SteppedClock(),
      files: memoryFiles(),
      onChange: (places) => showInHand({ tree: fixture.tree, panels: () => fixture.panels }, places),
    });
    fixture = new TreeFixture((panel, kind) => claims.inHandAt(panel, kind));
  });
  afterEach(() => fixture.tree.dispose());

  const verbAt = () => {
    const node = fixture.tree.node(itemNodeId(PANEL.id, "javaProject", "demo"));
    return node?.type === "item" ? node.inHand : assert.fail("it is not shown");
  };

  it("is shown at its row alone, and its group is drawn again when it begins and ends", async () => {
    await fixture.open(JAVA, CONTAINERS);
    const { callFor, offers } = fixture.calls;
    const { id, name, address, guardLevel } = PANEL;
    const request: ActionRequest = {
      panel: { id, name, address, guardLevel, callFor, offers },
      kind: "javaProject",
      verb: "restart",
      target: { key: "demo", label: "demo" },
      row: undefined,
    };
    const asked = fixture.calls.made.length;
    const claim = await claims.claim(request, new AbortController().signal);
    assert.deepEqual([verbAt(), fixture.changes], ["restart", [JAVA]]);
    await fixture.tree.reload(JAVA, "automatic");
    assert.equal(verbAt(), "restart");
    await claim?.release(true);
    assert.deepEqual([verbAt(), fixture.changes], [undefined, [JAVA, JAVA]]);
    assert.equal(fixture.calls.made.length, asked + 1, "only the reload asks");
  });

  it("is of no matter where its group was not opened, or on another panel", async () => {
    await fixture.open();
    showInHand({ tree: fixture.tree, panels: () => fixture.panels }, new Set([placeOf(PANEL, "javaProject")]));
    const elsewhere = placeOf({ id: PANEL.id, address: "https://192.0.2.77" }, "javaProject");
    showInHand({ tree: fixture.tree, panels: () => fixture.panels }, new Set([elsewhere]));
    assert.deepEqual(fixture.changes, []);
    assert.deepEqual(groupsAt(fixture.panels, new Set([placeOf(PANEL, "javaProject"), elsewhere])), [JAVA]);
  });
});
