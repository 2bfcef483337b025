import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openItems } from "../host/helpers/addedPanels.ts";
import { features, removePanels } from "../host/helpers/extension.ts";
import { answering } from "../host/helpers/scriptedDialogs.ts";
import { useQuickClock } from "../host/helpers/useQuickClock.ts";
import { clearFollowedLogs, outputText } from "../host/logs/outputChannel.ts";
import { note, printClaims } from "../live/claims.ts";
import { JAVA_PORT } from "../live/server.ts";
import { isDemo, liveEditions, type LivePanel } from "../live/livePanels.ts";
import { addLivePanel, TIMEOUT_MS } from "./addLivePanel.ts";

after(printClaims);

for (const edition of liveEditions()) {
  describe(`In VS Code, a Java project on ${edition}`, function () {
    this.timeout(TIMEOUT_MS);
    if (isDemo(edition)) useQuickClock();
    let panel: LivePanel;
    let id: string;
    let name: string;
    let isThere: boolean;

    before(async () => {
      ({ panel, id } = await addLivePanel(edition));
      name = `${panel.prefix}host`;
      isThere = await panel.has("java");
      if (isThere) await panel.server.addJavaProject(name);
    });

    after(async () => {
      await clearFollowedLogs();
      await removePanels();
      await panel.close();
    });

    const nodeId = async () => {
      const items = await openItems({ id }, "javaProject");
      return items.find(({ label }) => label === name)?.id ?? assert.fail(`no ${name} in the tree`);
    };

    it("stands in the tree with the process of the server", async () => {
      if (!isThere) return;
      const { itemOf } = await features();
      const claimed = String(itemOf(await nodeId()).description);
      const so = String(await panel.server.listener(JAVA_PORT));
      note({ operation: "java.list in the tree", panel: panel.name, claimed, so: `process ${so}` });
      assert.ok(claimed.includes(so), claimed);
    });

    it("restarts by its command", async () => {
      if (!isThere) return;
      const node = await nodeId();
      const before = await panel.server.listener(JAVA_PORT);
      const { messages } = await answering([{ to: name, with: true }], () =>
        vscode.commands.executeCommand("serverPanel.restart", node, [node]),
      );
      const after = await panel.server.listener(JAVA_PORT);
      const claimed = messages.map(({ message }) => message).join(" ");
      note({
        operation: "javaProject.restart by its command",
        panel: panel.name,
        claimed,
        so: `process ${before} → ${after}`,
      });
      assert.match(claimed, /has restarted/);
      assert.ok(after !== undefined && after !== before);
    });

    it("shows its log in its Output channel", async () => {
      if (!isThere) return;
      const [row] = (await openItems({ id }, "javaProject")).filter(({ label }) => label === name);
      const file = row?.facts.find((fact) => fact.name === "logPath")?.value ?? "";
      const line = `${panel.prefix} was here`;
      await panel.server.write(file, line);
      await vscode.commands.executeCommand("serverPanel.followLog", row?.id);
      const text = await outputText(`${name} – ${panel.name}`, (shown) => shown.includes(line));
      note({ operation: "java.log in its channel", panel: panel.name, claimed: "1 line", so: "1 line" });
      assert.equal(text.split("\n").filter((shown) => shown === line).length, 1);
    });
  });
}
