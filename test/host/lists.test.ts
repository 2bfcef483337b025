import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showList } from "../../src/platform/showList.ts";
import { showLiveList } from "../../src/platform/showLiveList.ts";
import type { LiveBox } from "../../src/ports/liveList.ts";

/** A list that a test works in place of a person. */
function fakeQuickPick() {
  const value = new vscode.EventEmitter<string>();
  const selection = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const active = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  const accept = new vscode.EventEmitter<void>();
  const list = {
    title: "",
    items: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    value: "",
    onDidChangeValue: value.event,
    onDidChangeSelection: selection.event,
    onDidChangeActive: active.event,
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
    highlight(items: readonly vscode.QuickPickItem[]) {
      list.activeItems = items;
      active.fire(items);
    },
    enter: () => accept.fire(),
  };
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
    const typedTitle = (text: string) => `takes ${text}`;
    const options = { title: "", placeholder: "", checkboxes: { checked: [a], mayBeNone: true }, typedTitle };
    const open = () => {
      const answer = showList([a, b], options);
      person.list.value = "";
      return answer;
    };
    const typed = open();
    person.type("shop");
    assert.equal(person.list.title, "takes shop");
    person.enter();
    assert.deepEqual(await typed, { items: [a], typed: "shop", typedLast: "shop" });
    const checked = open();
    person.type("b");
    person.tick([a, b]);
    assert.equal(person.list.title, "");
    person.enter();
    assert.equal((await checked)?.typedLast, "");
    const none = showList([a, b], { ...options, checkboxes: { checked: [], mayBeNone: true } });
    person.type("shop");
    // VS Code says so before it accepts where nothing is checked
    person.tick([]);
    person.enter();
    assert.equal((await none)?.typedLast, "shop");
  });

  it("takes the first match with Enter where nothing is checked, as soon as VS Code has highlighted it", async () => {
    const [a, b] = [{ label: "a" }, { label: "b" }];
    const commands = vscode.commands as unknown as Record<string, unknown>;
    const execute = commands["executeCommand"];
    commands["executeCommand"] = async (id: string) => {
      assert.equal(id, "quickInput.first");
      await new Promise(setImmediate);
      person.list.activeItems = [person.list.value === "b" ? b : a];
    };
    try {
      const taken = showList([a, b], { title: "", placeholder: "", checkboxes: { checked: [], mayBeNone: false } });
      person.enter();
      await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(person.list.activeItems, [a], "with nothing typed it is only shown");
      person.type("b");
      person.enter();
      assert.deepEqual((await taken)?.items, [b]);
    } finally {
      commands["executeCommand"] = execute;
    }
  });

  it("closes where its signal ends", async () => {
    const ending = new AbortController();
    let isClosed = false;
    const taken = showLiveList<string>({
      title: "",
      placeholder: "",
      signal: ending.signal,
      open: () => ({ typed: () => undefined, taken: () => true, closed: () => (isClosed = true) }),
    });
    assert.equal(isClosed, false);
    ending.abort();
    assert.deepEqual([await taken, isClosed], [undefined, true]);
  });

  it("keeps the highlighted row while others come for the same text", async () => {
    let box: LiveBox<string> | undefined;
    const closed = showLiveList<string>({
      title: "",
      placeholder: "",
      open(opened) {
        box = opened;
        return { typed: () => undefined, taken: () => true, closed: () => undefined };
      },
    });
    const show = (...labels: readonly string[]) =>
      box?.show({ rows: labels.map((label) => ({ id: label, label, value: label })), isBusy: false });
    show("a", "b");
    const first = person.list.items.slice(0, 1);
    person.highlight(first);
    show("a", "b", "c");
    assert.equal(person.list.activeItems, first, "the first row is highlighted by VS Code itself");
    person.highlight(person.list.items.slice(1, 2));
    show("new", "a", "b");
    assert.deepEqual(
      person.list.activeItems.map(({ label }) => label),
      ["b"],
    );
    // VS Code hides the kept row if somebody typed meanwhile, and then highlights none
    const { items } = person.list;
    person.highlight([]);
    person.type("n");
    assert.notEqual(person.list.items, items, "rows that are set anew have their first match highlighted");
    show("new", "a", "b");
    assert.deepEqual(person.list.activeItems, [], "VS Code highlights the first match of another text");
    // VS Code reports the highlighted row later than the text
    const stale = person.list.items.slice(2);
    person.highlight(stale);
    show("new", "a", "b");
    assert.equal(person.list.activeItems, stale, "a row that no longer matches is not highlighted again");
    person.tick(person.list.items.slice(0, 1));
    person.enter();
    assert.equal(await closed, "new");
  });

  it("leaves the first row highlighted where rows come faster than VS Code tells of that", async () => {
    const ending = new AbortController();
    let box: LiveBox<string> | undefined;
    const closed = showLiveList<string>({
      title: "",
      placeholder: "",
      signal: ending.signal,
      open(opened) {
        box = opened;
        return { typed: () => undefined, taken: () => true, closed: () => undefined };
      },
    });
    const show = (...labels: readonly string[]) =>
      box?.show({ rows: labels.map((label) => ({ id: label, label, value: label })), isBusy: false });
    show("address");
    person.highlight(person.list.items);
    show("fault", "address");
    const told = person.list.activeItems;
    show("fault", "address", "more");
    assert.equal(person.list.activeItems, told, "nothing is highlighted in place of the fault");
    ending.abort();
    await closed;
  });
});
