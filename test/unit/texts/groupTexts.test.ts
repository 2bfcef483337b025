import assert from "node:assert/strict";
import { troubles } from "../../../src/resources/resource.ts";
import { emptyRowHint, emptyRowText, groupRowParts } from "../../../src/texts/groupTexts.ts";
import { groupNodeOf, type EmptyNode, type GroupNode } from "../../../src/tree/treeNodes.ts";
import { assertDistinct, assertText } from "./sentence.ts";

const groupParts = (seen: Partial<GroupNode>) => groupRowParts({ ...groupNodeOf("p", "site"), ...seen }, { now: 0 });

const count = { loaded: 8, shown: 8, total: 8 };

describe("the parts of a group's row", () => {
  it("are the count and the troubles, or nothing before it was opened", () => {
    assert.deepEqual(groupParts({}), []);
    assert.deepEqual(groupParts({ count }), ["8"]);
    const found = groupParts({
      count: {
        ...count,
        troubles: [
          ["stopped", 2],
          ["expiring", 1],
        ],
      },
    });
    assert.deepEqual(found, ["8", "2 stopped", "1 expiring"]);
  });

  it("say that only a part is loaded, to which the troubles refer", () => {
    const part = { loaded: 200, shown: 200, total: 10_000, troubles: [["stopped", 3]] as const };
    assert.deepEqual(groupParts({ count: part }), ["200 of 10,000", "3 stopped"]);
    assert.deepEqual(groupParts({ count: { ...part, total: undefined } }), ["200", "3 stopped"]);
  });

  it("include every trouble, in different words", () => {
    const [, ...messages] = groupParts({ count: { ...count, troubles: troubles.map((each) => [each, 3] as const) } });
    assert.equal(messages.length, troubles.length);
    for (const text of messages) assertText(text, "3");
    assertDistinct(messages);
  });

  it("describe the filter, if there is one", () => {
    const filter = { text: "shop" } as const;
    assert.deepEqual(groupParts({ filter }), []);
    assert.deepEqual(groupParts({ filter, count: { ...count, shown: 1 } }), ["“shop”: 1 of 8"]);
    const part = { loaded: 200, shown: 0, total: 10_000 };
    assert.deepEqual(groupParts({ filter, count: part }), ["“shop”: 0 among the 200 loaded of 10,000"]);
  });
});

describe("the row of a group whose panel does not answer", () => {
  const now = new Date(2026, 10, 22, 14, 0).getTime();
  const node = (kind: GroupNode["kind"]) => ({ ...groupNodeOf("p", kind), count: { loaded: 8, shown: 8, total: 8 } });

  it("begins with the age of its content", () => {
    const minutesAgo = (minutes: number) => ({ asOf: now - minutes * 60_000, now });
    assert.match(groupRowParts(node("site"), minutesAgo(8)).join(" · "), /^as of 1:52\sPM · 8$/);
    assert.match(groupRowParts(node("runtime"), minutesAgo(8)).join(" · "), /^as of 1:52\sPM$/);
    assert.match(groupRowParts(node("site"), minutesAgo(1_500)).join(" · "), /^as of Nov 21, 2026, 1:00\sPM · 8$/);
    assert.deepEqual(groupRowParts(node("site"), { now }), ["8"]);
  });
});

describe("the row of an empty group", () => {
  const node: EmptyNode = { type: "empty", id: "e", parentId: "g", panelId: "p", kind: "site", filtered: false };

  it("names what is missing, and how to create one", () => {
    assert.equal(emptyRowText(node), "No websites");
    assert.equal(emptyRowHint(node, []), undefined);
    assert.equal(emptyRowHint(node, ["create"]), "create one with +");
  });

  it("names the place to create one, if not here", () => {
    const hint = (kind: EmptyNode["kind"]) => emptyRowHint({ ...node, kind }, []);
    assert.equal(hint("javaProject"), "add one in the panel");
    assert.equal(hint("container"), "look at Docker in the panel");
    for (const kind of ["certificateOrder", "savedHost", "savedCommand"] as const) assertText(hint(kind), "panel");
    assert.equal(emptyRowHint({ ...node, filtered: true }, ["create"]), "click to change the filter");
  });

  it("counts the rows among which a filter found nothing", () => {
    const label = (among?: EmptyNode["among"]) =>
      emptyRowText({ ...node, filtered: true, ...(among !== undefined && { among }) });
    assert.equal(label({ loaded: 200, total: 10_000 }), "No match among the 200 loaded of 10,000");
    assert.equal(label({ loaded: 8, total: 8 }), "No match among all 8");
    assert.equal(label({ loaded: 8, total: undefined }), "No match among all 8");
    assert.equal(label(), "No match");
  });
});
