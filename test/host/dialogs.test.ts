import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { Redactor } from "../../src/redaction/redactor.ts";
import { createConfirm } from "../../src/platform/confirm.ts";
import { createDialogs } from "../../src/platform/vscodeDialogs.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";

const LINK = "[Update now](command:serverPanel.demo.open)";
const ICON = "$(trash)";

/** Whether VS Code would make a link or an icon of it. */
const isMarkup = (text: string) => /\]\((command|https?|file):/.test(text) || /\$\([\w-]+(~\w+)?\)/.test(text);

/** A list whose rows a person sees, and of which they take the one that `choose` names, if any. */
function fakeQuickPick(show: (list: object) => void, choose: (label: string) => boolean): object {
  const hidden: (() => void)[] = [];
  const accepted: (() => void)[] = [];
  const list = {
    items: [] as readonly vscode.QuickPickItem[],
    activeItems: [] as readonly vscode.QuickPickItem[],
    selectedItems: [],
    value: "",
    onDidChangeValue: () => undefined,
    onDidChangeSelection: () => undefined,
    onDidChangeActive: () => undefined,
    onDidTriggerItemButton: () => undefined,
    onDidAccept: (listener: () => void) => accepted.push(listener),
    onDidHide: (listener: () => void) => hidden.push(listener),
    dispose: () => undefined,
    show() {
      show(list);
      list.activeItems = list.items.filter(({ label }) => choose(label));
      for (const listener of list.activeItems.length > 0 ? accepted : hidden) listener();
    },
  };
  return list;
}

/** All texts in what a function of VS Code was called with; a choice's value is not shown. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === "value" ? [] : textsIn(part)));
}

describe("What panels and people write", () => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const real = new Map<string, unknown>();
  let shown: string[];

  /** Lets a function of `vscode.window` answer at once and keeps the texts that it was given. */
  function stub(name: keyof typeof vscode.window, answer: (...args: readonly unknown[]) => unknown): void {
    if (!real.has(name)) real.set(name, window[name]);
    window[name] = async (...args: readonly unknown[]) => {
      shown.push(...textsIn(args));
      return answer(...args);
    };
  }

  /** Has what `type` gives typed into each box, one after the other; Enter takes the last. Keeps what the box says each time. */
  function stubBoxes(
    type: (box: { readonly placeholder?: string }) => readonly string[],
    messages: (typed: string, problem: string | undefined) => void = () => undefined,
  ): void {
    real.set("createInputBox", window["createInputBox"]);
    window["createInputBox"] = () => {
      let [change, accept] = [(_typed: string) => undefined as void, () => undefined as void];
      const none = () => undefined;
      const box = {
        placeholder: "",
        value: "",
        validationMessage: undefined as string | undefined,
        onDidChangeValue: (listener: typeof change) => void (change = listener),
        onDidAccept: (listener: typeof accept) => void (accept = listener),
        onDidHide: none,
        onDidTriggerButton: none,
        dispose: none,
        show() {
          for (const typed of type(box)) {
            box.value = typed;
            change(typed);
            shown.push(...textsIn(box));
            messages(typed, box.validationMessage);
          }
          accept();
        },
      };
      return box;
    };
  }

  /** Lets lists be answered at once and keeps the texts that they show. */
  function stubLists(choose: (label: string) => boolean): void {
    real.set("createQuickPick", window["createQuickPick"]);
    window["createQuickPick"] = () => fakeQuickPick((list) => shown.push(...textsIn(list)), choose);
  }

  beforeEach(() => {
    shown = [];
  });

  afterEach(() => {
    for (const [name, value] of real) window[name] = value;
    real.clear();
  });

  const isShown = (text: string) =>
    assert.ok(
      shown.some((candidate) => candidate.replaceAll("\u200b", "").includes(text)),
      `${text} is in ${JSON.stringify(shown)}`,
    );

  /** Lets every dialog answer at once. */
  function stubAll(typed = ""): void {
    stubBoxes(() => ["x", typed]);
    stubLists(() => false);
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const)
      stub(name, () => undefined);
    stub("withProgress", (_options, task) =>
      (task as (progress: unknown, token: unknown) => Promise<unknown>)(
        { report: (step: unknown) => shown.push(...textsIn(step)) },
        { onCancellationRequested: () => ({ dispose: () => undefined }) },
      ),
    );
  }

  it("is shown as text in every dialog", async () => {
    const dialogs = createDialogs((text) => text);
    const text = `${LINK} ${ICON}`;
    stubAll(text);
    const choice = { label: text, description: text, detail: text, value: 1 };
    const typed = await dialogs.input({
      title: text,
      prompt: text,
      placeholder: text,
      problem: (value) => (value === "x" ? text : undefined),
    });
    assert.equal(typed, text, "what is typed comes back as it is");
    await dialogs.pick(text, text, [choice]);
    await dialogs.pick(text, text, [choice], 1);
    await dialogs.pickSome(text, text, [choice]);
    await dialogs.pickMany(text, text, [choice]);
    const last = { label: text, value: () => 1 };
    await dialogs.pick(text, text, [choice], undefined, { suggested: [1], last });
    const button = { icon: "play", tooltip: text, value: 1 };
    const row = { id: "1", label: text, description: text, heading: text, buttons: [button], value: 1 };
    await dialogs.live({
      title: text,
      placeholder: text,
      open(box) {
        box.show({ rows: [row], isBusy: false });
        return { typed: () => undefined, taken: () => true, closed: () => undefined };
      },
    });
    await dialogs.ask(text, text, "Yes");
    await dialogs.choose(text, text, [{ label: "Yes", value: 1 }]);
    await dialogs.read(text, text, [{ label: "Copy", value: 1 }]);
    for (const severity of ["information", "warning", "error"] as const)
      await dialogs.tell({ severity, message: text });
    dialogs.notify({ severity: "error", message: text }, async () => undefined);
    await dialogs.progress(text, async (_signal, report) => report(text));
    isShown(LINK);
    isShown(ICON);
    assert.ok(shown.length > 20, "all of them were seen");
    assert.deepEqual(shown.filter(isMarkup), []);
  });

  it("is shown whole by a button where VS Code would cut it, whatever it is and however it comes", async () => {
    const dialogs = createDialogs((text) => text);
    const long = "Nothing was deployed, because the build has failed, and there is no folder to deploy.";
    const severities = {
      information: "showInformationMessage",
      warning: "showWarningMessage",
      error: "showErrorMessage",
    } as const;
    for (const [severity, name] of Object.entries(severities) as [
      keyof typeof severities,
      (typeof severities)["error"],
    ][]) {
      stubAll();
      shown = [];
      const buttons: unknown[] = [];
      stub(name, (_text, ...given) => {
        // the whole text is a modal message of VS Code's
        if (typeof given[0] !== "object") buttons.push(given);
        return typeof given[0] === "object" ? undefined : given[0];
      });
      await dialogs.tell({ severity, message: "No log is being followed." });
      await dialogs.tell({ severity, message: long });
      await dialogs.tell({ severity, message: long, buttons: ["Open Settings"] });
      dialogs.notify({ severity, message: long }, async () => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(buttons, [[], ["Show Details"], ["Open Settings"], ["Show Details"]], severity);
      assert.equal(shown.filter((text) => text === long).length, 5, "the details have all of it");
    }
  });

  it("is marked as current only where one of the choices is", async () => {
    const dialogs = createDialogs((text) => text);
    stubAll();
    const choices = [
      { label: "Done", value: undefined },
      { label: "Color", description: "red", value: "color" },
    ];
    await dialogs.pick("", "", choices);
    assert.deepEqual(
      shown.filter((text) => text.includes("current")),
      [],
    );
    await dialogs.pick("", "", choices, "color");
    isShown("red · current");
  });

  it("is masked in what tells of something, but for the names that it is about", async () => {
    const redactor = new Redactor();
    redactor.add("shop2024");
    const dialogs = createDialogs((text, names) => redactor.redact(text, names));
    stubAll();
    const message = "“shop2024.example.com”: denied for shop2024";
    const names = ["shop2024.example.com"];
    for (const severity of ["information", "warning", "error"] as const) {
      await dialogs.tell({ severity, message });
      await dialogs.tell({ severity, message, names });
    }
    dialogs.notify({ severity: "error", message }, async () => undefined);
    assert.deepEqual(shown, [
      ...Array.from({ length: 3 }, () => [
        "“***.example.com”: denied for ***",
        "“shop2024.example.com”: denied for ***",
      ]).flat(),
      "“***.example.com”: denied for ***",
    ]);
    shown = [];
    const choice = { label: "Shop", detail: message, value: 1 };
    await dialogs.pick("", "", [choice]);
    await dialogs.choose("", message, [choice]);
    await dialogs.read("", message, [choice], names);
    assert.deepEqual(
      shown.filter((text) => text.includes("denied")),
      [
        "“***.example.com”: denied for ***",
        "“***.example.com”: denied for ***",
        "“shop2024.example.com”: denied for ***",
      ],
    );
  });

  it("is never masked in a question", async () => {
    const redactor = new Redactor();
    redactor.add("shop2024");
    const dialogs = createDialogs((text, names) => redactor.redact(text, names));
    stub("showWarningMessage", (_message, _options, button) => button);
    stubBoxes(
      ({ placeholder = "" }) => ["***.example.com", placeholder],
      (typed, problem) => shown.push(`${typed}: ${JSON.stringify(problem) ?? "taken"}`),
    );
    const isAgreed = await createConfirm(dialogs)({
      kind: "site",
      verb: "remove",
      effect: "destroy",
      input: {},
      safeguard: "typeName",
      targets: [
        {
          verb: "remove",
          panel: { id: "shop", name: "shop2024", address: "https://shop2024:8888" },
          target: { key: "1", label: "shop2024.example.com" },
          state: "running",
          alsoAffects: [],
        },
      ],
    });
    assert.equal(isAgreed, true);
    isShown("Delete website “shop2024.example.com” on “shop2024”?");
    isShown("Panel: shop2024 (https://shop2024:8888)");
    isShown('***.example.com: "This is not “shop2024.example.com”."');
    isShown("shop2024.example.com: taken");
    assert.deepEqual(
      shown.filter((text) => text.includes("***") && !text.startsWith("***")),
      [],
    );
  });

  it("is shown as text where a panel sends it", async () => {
    const name = `shop ${LINK}`;
    let panel: DemoPanel | undefined;
    try {
      await removePanels();
      panel = await startDemoPanel({ handlers: { "java.restart": () => ({ status: false, msg: `${LINK} ${ICON}` }) } });
      const project = panel.state.javaProjects.find((candidate) => candidate.name === "order-service");
      assert.ok(project);
      (project as { name: string }).name = name;
      const { services } = await features();
      const { id } = await services.store.add({ name: `Shop ${ICON}`, address: panel.address }, { apiKey: panel.key });
      const row = itemNodeId(id, "javaProject", name);
      await services.tree.children(undefined);
      await services.tree.children(panelNodeId(id));
      await services.tree.children(groupNodeId(id, "javaProject"));
      stub("showWarningMessage", (_message, _options, button) => button);
      stub("showErrorMessage", () => undefined);
      stub("showInformationMessage", () => undefined);
      await vscode.commands.executeCommand("serverPanel.restart", row, [row]);
    } finally {
      await removePanels();
      await panel?.close();
    }
    isShown(name);
    isShown(`${LINK} ${ICON}`);
    assert.deepEqual(shown.filter(isMarkup), []);
  });
});
