import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showList } from "../../src/platform/showList.ts";
import { showLiveList } from "../../src/platform/showLiveList.ts";
import type { LiveBox } from "../../src/ports/liveList.ts";

/** A list that a test works in place of a person. */
function fakeQuickPick() {
  const value = new vscode.EventEmitter<string>();
  const selection = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const accept = new vscode.EventEmitter<void>();
  const list = {
    items: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    value: "",
    onDidChangeValue: value.event,
    onDidChangeSelection: selection.event,
    onDidAccept: accept.event,
    onDidTriggerItemButton: () => undefined,
    onDidHide: () => undefined,
    show: () => undefined,
    dispose: () => undefined,
  };
  return {
    list,
    type(text: string) {
      list.value = text;
      value.fire(text);
    },
    tick(items: readonly vscode.QuickPickItem[]) {
      list.selectedItems = items;
      selection.fire(items);
    },
    enter: () => accept.fire(),
  };
}

/** A live list that closes with what is taken, unless `taken` says that it stays. */
function openLive(taken: (value: string) => boolean = () => true) {
  const boxes: LiveBox<string>[] = [];
  const closed = showLiveList<string>({
    title: "",
    placeholder: "",
    open(opened) {
      boxes.push(opened);
      return { typed: () => undefined, taken, closed: () => undefined };
    },
  });
  const [box] = boxes;
  assert.ok(box);
  return { box, closed };
}

describe("A list that a person works quickly", () => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const real = window["createQuickPick"];
  let person: ReturnType<typeof fakeQuickPick>;

  beforeEach(() => {
    person = fakeQuickPick();
    window["createQuickPick"] = () => person.list;
  });
  afterEach(() => {
    window["createQuickPick"] = real;
  });

  it("takes all when all are ticked at once, and its last row when that one is ticked", async () => {
    const [a, b, last] = [{ label: "a" }, { label: "b" }, { label: "Search all" }];
    const options = { title: "", placeholder: "", checkboxes: { checked: [], mayBeNone: false }, last };
    const all = showList([a, b], options);
    person.tick([a, b, last]);
    assert.deepEqual(person.list.selectedItems, [a, b]);
    person.enter();
    assert.deepEqual(await all, { items: [a, b], typed: "", typedLast: "" });
    const searched = showList([a, b], options);
    person.tick([a]);
    person.tick([a, last]);
    assert.deepEqual((await searched)?.items, [last]);
  });

  it("tells what was typed last, unless something was checked since", async () => {
    const [a, b] = [{ label: "a" }, { label: "b" }];
    const options = { title: "", placeholder: "", checkboxes: { checked: [a], mayBeNone: true } };
    const open = () => {
      const answer = showList([a, b], options);
      person.list.value = "";
      return answer;
    };
    const typed = open();
    person.type("shop");
    person.enter();
    assert.deepEqual(await typed, { items: [a], typed: "shop", typedLast: "shop" });
    const checked = open();
    person.type("b");
    person.tick([a, b]);
    person.enter();
    assert.equal((await checked)?.typedLast, "");
    const none = showList([a, b], { ...options, checkboxes: { checked: [], mayBeNone: true } });
    person.type("shop");
    // VS Code says so before it accepts where nothing is checked
    person.tick([]);
    person.enter();
    assert.equal((await none)?.typedLast, "shop");
  });

  it("takes nothing for an Enter that was meant for another text", async () => {
    const { box, closed } = openLive();
    const show = (text: string) => {
      const row = { id: text, label: text, value: text, isMatch: true };
      box.show({ text, rows: [row], isBusy: false });
    };
    show("");
    person.type("a");
    person.enter();
    person.type("ab");
    show("ab");
    person.type("abc");
    person.enter();
    show("abc");
    assert.equal(await closed, "abc");
  });

  it("draws what comes for the same text a few times a second, and all of it in the end", async () => {
    let drawn = 0;
    let items: readonly vscode.QuickPickItem[] = [];
    Object.defineProperty(person.list, "items", {
      get: () => items,
      set(given: readonly vscode.QuickPickItem[]) {
        drawn += 1;
        items = given;
      },
    });
    const { box, closed } = openLive();
    const show = (text: string, count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        label: `${text}${index}`,
        value: text,
      }));
      box.show({ text, rows, isBusy: count < 50 });
    };
    for (let count = 1; count <= 50; count++) show("", count);
    assert.equal(drawn, 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual([drawn, items.length], [2, 50]);
    show("", 51);
    person.type("a");
    show("a", 1);
    assert.equal(items[0]?.label, "a0", "what was typed is answered at once");
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(items.length, 1, "what came for another text is left out");
    person.enter();
    assert.equal(await closed, "a");
  });

  it("takes no row aside of which only the place was told, in the rows of an earlier text", async () => {
    const taken: string[] = [];
    const { box, closed } = openLive((value) => taken.push(value) === 2);
    const rows = ["Not searched", "Search all"].map((label) => ({ id: label, label, value: label }));
    const [aside, search] = rows.map((row) => ({ ...row, isAside: row.id === "Not searched" }));
    assert.ok(aside && search);
    box.show({ text: "", rows: [{ id: "first", label: "first", value: "first", isMatch: true }], isBusy: false });
    person.type("a");
    box.show({ text: "a", rows: [aside, search], isBusy: false });
    const [told, meant] = person.list.items;
    assert.ok(told && meant);
    assert.deepEqual(person.list.activeItems, [meant]);
    // VS Code means the first row of before
    person.list.activeItems = [told];
    person.tick([told]);
    person.enter();
    assert.deepEqual(taken, []);
    // it does not say that the other one is highlighted by now
    person.tick([meant]);
    person.enter();
    assert.deepEqual(taken, ["Search all"]);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    person.tick([told]);
    person.enter();
    await closed;
    assert.deepEqual(taken, ["Search all", "Not searched"], "a person had the time to choose it");
  });
});
