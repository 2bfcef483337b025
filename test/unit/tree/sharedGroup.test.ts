import assert from "node:assert/strict";
import { emptyRowText } from "../../../src/texts/groupTexts.ts";
import { failing } from "../../fakes/fakeCall.ts";
import { javaRow, listOf } from "../../fakes/rows.ts";
import { JAVA, TreeFixture } from "../../fakes/treeFixture.ts";

const api = {
  name: "api",
  note: undefined,
  pids: [7],
  starting: false,
  listening: [3000],
  port: "3000",
  domains: [],
};

describe("a group of several kinds", () => {
  let fixture: TreeFixture;

  beforeEach(() => {
    fixture = new TreeFixture();
  });

  it("that is empty says so in its own words, once", async () => {
    fixture.answer({ "java.list": () => listOf([]) });
    await fixture.open(JAVA);
    const [id, ...others] = await fixture.tree.children(JAVA);
    const node = fixture.tree.node(id ?? "");
    assert.ok(node?.type === "empty");
    assert.deepEqual([emptyRowText(node), others], ["No projects", []]);
    assert.deepEqual(fixture.count(JAVA), { loaded: 0, shown: 0, total: 0 });
  });

  it("says among how many rows of all kinds a filter found nothing", async () => {
    fixture.answer({ "project.listNode": () => listOf([api]) });
    await fixture.open(JAVA);
    fixture.tree.setFilter(JAVA, { text: "nothing" });
    const [id] = await fixture.tree.children(JAVA);
    const node = fixture.tree.node(id ?? "");
    assert.ok(node?.type === "empty");
    assert.equal(emptyRowText(node), "No match among all 2");
  });

  it("counts the rows of all kinds", async () => {
    fixture.answer({ "project.listNode": () => listOf([api]) });
    await fixture.open(JAVA);
    assert.deepEqual(await fixture.shown(JAVA), ["demo", "api"]);
    assert.deepEqual(fixture.count(JAVA), { loaded: 2, shown: 2, total: 2 });
    fixture.answer({ "java.list": () => listOf([javaRow({ name: "demo", pids: [1] })], 9) });
    await fixture.tree.reload(JAVA, "user");
    assert.equal(fixture.count(JAVA)?.total, 10);
  });

  it("shows nothing of a kind that the panel lacks, but what is there of another", async () => {
    fixture.answer({ "project.listNode": () => listOf([api]) });
    fixture.calls.lacks = ["java.list"];
    await fixture.open(JAVA);
    assert.deepEqual(await fixture.shown(JAVA), ["api"]);
    assert.deepEqual(fixture.count(JAVA), { loaded: 1, shown: 1, total: 1 });
  });

  it("that has nothing else says that the panel lacks the kind", async () => {
    fixture.calls.lacks = ["java.list"];
    await fixture.open(JAVA);
    assert.deepEqual(await fixture.shown(JAVA), ["failure"]);
  });

  it("has no count while one of its kinds could not be read", async () => {
    fixture.answer({
      "java.list": failing({ kind: "rejected", message: "no" }),
      "project.listNode": () => listOf([api]),
    });
    await fixture.open(JAVA);
    assert.deepEqual(await fixture.shown(JAVA), ["failure", "api"]);
    assert.equal(fixture.count(JAVA), undefined);
  });
});
