import assert from "node:assert/strict";
import * as vscode from "vscode";
import { rowsOf } from "../../src/activity/activityRows.ts";
import { useAddedPanels } from "./helpers/addedPanels.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";
import { useWorkspaceFolder } from "./helpers/useWorkspaceFolder.ts";

const SITE = "shop.example.com";
const ROOT = `/www/wwwroot/${SITE}`;
const PREVIEW = "Deploy “shop” to 2 servers";

describe("deploying a folder of the workspace to several servers", () => {
  useQuickClock();
  const panels = useAddedPanels("Shop", { name: "Shop 2", edition: "aapanel" });
  const { write, setDeployments } = useWorkspaceFolder("dist");

  const onServers = () => panels.map(({ panel }) => panel.state.files.get(`${ROOT}/index.html`)?.bytes?.toString());
  const deploy = async () => vscode.commands.executeCommand("serverPanel.deploy");

  beforeEach(async () => {
    for (const { panel, id } of panels) {
      const [site] = panel.state.sites;
      assert.ok(site);
      panel.state.sites.splice(0, panel.state.sites.length, { ...site, name: SITE, domains: [SITE], path: ROOT });
      const entry = { mtime: 1, uid: 1001, gid: 1001 };
      panel.state.files.set(ROOT, { ...entry, mode: 0o755 });
      panel.state.files.set(`${ROOT}/index.html`, { ...entry, mode: 0o644, bytes: Buffer.from("old") });
      panel.shell.synchronise();
      await (await features()).services.store.update(id, { guardLevel: "ask" });
    }
    await write("dist/index.html", "one");
    const targets = ["web-1", "web-2"].map((role) => ({ role, website: SITE }));
    await setDeployments([{ name: "shop", source: "dist", targets }]);
  });

  it("asks for each panel once, deploys to all, rolls back all, and is one entry of the Activity view", async () => {
    const first = await answering(
      [
        { to: "Where to?", with: "Websites" },
        { to: "Which deployment?", with: "shop" },
        { to: "The panel for “web-1” of “shop”", with: "Shop" },
        { to: "The panel for “web-2” of “shop”", with: "Shop 2" },
        { to: PREVIEW, with: " > Deploy to All" },
        { to: "“shop” is on all 2 servers.", with: "Roll Back All" },
        { to: "Roll back “shop” on web-1, web-2?", with: true },
      ],
      deploy,
    );
    assert.match(first.messages[1]?.message ?? "", /^“shop” was rolled back on 2 of 2 servers\.$/);
    assert.deepEqual(onServers(), ["old", "old"]);
    const again = await answering(
      [
        { to: "Where to?", with: "Websites" },
        { to: "Which deployment?", with: "shop" },
        { to: PREVIEW, with: " > Deploy to All" },
      ],
      deploy,
    );
    assert.match(again.messages[0]?.message ?? "", /^“shop” is on all 2 servers\. Seen at [^.]+\.$/);
    assert.deepEqual(onServers(), ["one", "one"]);
    const rows = rowsOf(await (await (await features()).activity()).read());
    assert.deepEqual(
      rows.slice(0, 2).map((row) => ("entries" in row ? row.entries.length : 1)),
      [2, 4],
    );
  });
});
