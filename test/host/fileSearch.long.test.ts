import assert from "node:assert/strict";
import * as vscode from "vscode";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import type { SearchView } from "../../src/fileSearch/window/searchView.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { until } from "../fakes/storageFixture.ts";
import { type AddedPanel, openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const OWNED = { uid: 1001, gid: 1001, mode: 0o644, mtime: 1 };

/** 你好 in the encoding of many Chinese servers. */
const NI_HAO = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);

/** Puts files into the first website of a demo panel's server; its directory, and the id of its row. */
async function siteWith(added: AddedPanel, files: Readonly<Record<string, string | Buffer>>) {
  const { sites, files: all } = added.panel.state;
  const [{ path: root, name } = assert.fail()] = sites;
  for (const [path, content] of Object.entries(files)) {
    const whole = `${root}/${path}`;
    makeDirectory(all, whole.slice(0, whole.lastIndexOf("/")), 1);
    all.set(whole, { ...OWNED, bytes: Buffer.from(content) });
  }
  const items = await openItems(added, "site");
  return { root, id: items.find(({ label }) => label === name)?.id ?? assert.fail("no row") };
}

const run = async (command: string, ...args: readonly unknown[]) => vscode.commands.executeCommand(command, ...args);

/** Searches rows of the tree for a text, until all servers have ended. */
const find = async (text: string, ids: readonly string[]) =>
  answering([{ to: "Find in Server Files", with: `${text} > ${text}` }], async () =>
    run("serverPanel.find", ids[0], ids),
  );

async function shown() {
  const search = await (await features()).services.windowSearch();
  const { run: searched } = search.shown ?? assert.fail("nothing was searched");
  // its class is in a bundle of its own
  const view = search.display as SearchView;
  return { view, results: searched.results };
}

/** The rows as VS Code draws them, with those below; what is highlighted is in brackets. */
async function drawn(): Promise<readonly string[]> {
  const { view } = await shown();
  const textOf = async (id: string) => {
    const { label, description } = await view.getTreeItem(id);
    if (typeof label !== "object") return `${label} ${String(description)}`;
    const [[from, to] = [0, 0]] = label.highlights ?? [];
    return `  ${label.label.slice(0, from)}[${label.label.slice(from, to)}]${label.label.slice(to)} ${String(description)}`;
  };
  const lines: string[] = [];
  for (const id of await view.getChildren())
    for (const each of [id, ...(await view.getChildren(id))]) lines.push(await textOf(each));
  return lines;
}

/** The id of the row of a line. */
async function lineRow(text: string): Promise<string> {
  const { view } = await shown();
  for (const file of await view.getChildren())
    for (const id of await view.getChildren(file)) {
      const { label } = await view.getTreeItem(id);
      if (typeof label === "object" && label.label.includes(text)) return id;
    }
  return assert.fail(`no row with ${text}`);
}

function selected(): string {
  const { document, selection } = vscode.window.activeTextEditor ?? assert.fail("no editor");
  return `${document.uri.path}:${selection.start.line + 1} “${document.getText(selection)}”`;
}

describe("Find in Server Files", () => {
  useQuickClock();
  const [shop, blog] = useAddedPanels("Shop", { name: "Blog", edition: "aapanel" });
  afterEach(async () => {
    await run("serverPanel.search.clear");
    await run("workbench.action.closeAllEditors");
  });

  it("lists files of a website with their lines, and opens each in the server file's own editor, with what was found selected", async () => {
    const { id, root } = await siteWith(shop, {
      "index.php": "<?php\n    $needle = needle(1);\n",
      "lib/a.php": "a\n",
      "lib/gb.txt": Buffer.concat([Buffer.from("one\n"), NI_HAO, Buffer.from(" needle\n")]),
    });
    await find("needle", [id]);
    assert.deepEqual(await drawn(), [
      "index.php 1",
      "  $[needle] = needle(1); 2",
      "gb.txt 1 · lib",
      "  你好 [needle] 2",
    ]);
    await run("serverPanel.search.open", await lineRow("你好"));
    assert.equal(selected(), `${root}/lib/gb.txt:2 “needle”`);
    await run("serverPanel.search.open", { step: 1 });
    assert.equal(selected(), `${root}/index.php:2 “needle”`);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, "serverpanel");
  });

  it("opens a file that has changed since at its line, and selects nothing else there", async () => {
    const { id, root } = await siteWith(shop, { "a.php": "one\nneedle\n" });
    await find("needle", [id]);
    shop.panel.state.files.set(`${root}/a.php`, { ...OWNED, mtime: 2, bytes: Buffer.from("one\ntwo\nneedle\n") });
    await run("serverPanel.search.open", await lineRow("needle"));
    assert.equal(selected(), `${root}/a.php:2 “”`);
  });

  it("searches several servers at once, and names each file's", async () => {
    const [first, second] = [
      await siteWith(shop, { "a.php": "needle on shop\n" }),
      await siteWith(blog, { "a.php": "needle on blog\n" }),
    ];
    await find("needle", [panelNodeId(shop.id), panelNodeId(blog.id)]);
    assert.deepEqual(await drawn(), [
      `a.php 1 · Shop · ${first.root.replace("/www/wwwroot/", "")}`,
      "  [needle] on shop 1",
      `a.php 1 · Blog · ${second.root.replace("/www/wwwroot/", "")}`,
      "  [needle] on blog 1",
    ]);
  });

  it("leaves out what the settings exclude, until they no longer do", async () => {
    const { id } = await siteWith(shop, { "node_modules/a.js": "needle\n" });
    const settings = vscode.workspace.getConfiguration("search");
    await find("needle", [id]);
    assert.deepEqual(await drawn(), []);
    try {
      await settings.update("exclude", { "**/node_modules": false }, vscode.ConfigurationTarget.Global);
      await answering([{ to: "Find in Server Files", with: "needle > needle" }], async () =>
        run("serverPanel.search.change"),
      );
      assert.equal((await drawn()).length, 2);
    } finally {
      await settings.update("exclude", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("takes whatever is typed as a text, and never as words of a shell", async () => {
    const odd = `$(touch /tmp/x) 'a' "b" -e \\ \`c\``;
    const { id } = await siteWith(shop, { "a.sh": `one\n${odd}\n` });
    await find(odd, [id]);
    assert.deepEqual((await drawn()).slice(1), [`  [${odd}] 2`]);
  });

  it("clears its results, and shows none of them after a search that finds nothing", async () => {
    const { id } = await siteWith(shop, { "a.php": "needle\n" });
    await find("needle", [id]);
    assert.equal((await drawn()).length, 2);
    await find("nothing like that", [id]);
    assert.deepEqual(await drawn(), []);
    const { view, results } = await shown();
    assert.equal(results.servers[0]?.end?.kind, "whole");
    await run("serverPanel.search.clear");
    assert.deepEqual(await view.getChildren(), []);
  });
});

describe("Find File by Name", () => {
  useQuickClock();
  const [shop] = useAddedPanels("Shop");
  afterEach(async () => run("workbench.action.closeAllEditors"));

  it("lists the files of a website once, and opens the one that fits what is typed", async () => {
    const { id, root } = await siteWith(shop, {
      "app/Http/Controller.php": "<?php\n",
      "app/console.php": "<?php\n",
      "public/contact.html": "<p>\n",
    });
    const { choices } = await answering([{ to: "Find File by Name", with: "contr > Controller.php" }], async () =>
      run("serverPanel.findByName", id),
    );
    assert.equal(choices[0]?.[0], "Controller.php");
    await until(() => vscode.window.activeTextEditor?.document.uri.path === `${root}/app/Http/Controller.php`);
  });
});
