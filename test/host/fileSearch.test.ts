import assert from "node:assert/strict";
import * as vscode from "vscode";
import { groupNodeId, panelNodeId, folderNodeId } from "../../src/tree/treeNodes.ts";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { type AddedPanel, openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const OWNED = { uid: 1001, gid: 1001, mode: 0o644, mtime: 1 };

/** Puts files into a website of a demo panel's server; returns the website's row. */
async function siteWith(added: AddedPanel, files: Readonly<Record<string, string | Buffer>>) {
  const [site] = added.panel.state.sites;
  assert.ok(site);
  for (const [path, content] of Object.entries(files)) {
    const whole = `${site.path}/${path}`;
    makeDirectory(added.panel.state.files, whole.slice(0, whole.lastIndexOf("/")), 1);
    added.panel.state.files.set(whole, { ...OWNED, bytes: Buffer.from(content) });
  }
  const items = await openItems(added, "site");
  return { root: site.path, id: items.find(({ label }) => label === site.name)?.id ?? assert.fail("no row") };
}

const run = async (command: string, ...args: readonly unknown[]) => vscode.commands.executeCommand(command, ...args);

/** Searches the rows for a text. */
const find = async (text: string, ids: readonly string[]) =>
  answering([{ to: "Find in Server Files", with: `${text} > ${text}` }], async () =>
    run("serverPanel.files.find", ids[0], ids),
  );

async function shown() {
  const search = await (await features()).services.windowSearch();
  return search.shown ?? assert.fail("nothing was searched");
}

describe("Find in Server Files", () => {
  useQuickClock();
  const [shop, blog] = useAddedPanels("Shop", { name: "Blog", edition: "aapanel" });
  afterEach(async () => {
    await run("serverPanel.search.clear");
    await run("workbench.action.closeAllEditors");
  });

  it("finds lines in the files of a website", async () => {
    const { id, root } = await siteWith(shop, { "index.php": "<?php\n$needle = 1;\n", "lib/a.php": "a\nb needle\n" });
    await find("needle", [id]);
    const { run: search } = await shown();
    assert.deepEqual(
      search.results.servers.map(({ end }) => end),
      [],
    );
    void [root, blog];
  });
});
void [groupNodeId, panelNodeId, folderNodeId];
