import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openItems, useAddedPanels } from "../helpers/addedPanels.ts";
import { features } from "../helpers/extension.ts";
import { useQuickClock } from "../helpers/useQuickClock.ts";
import { clearFollowedLogs, outputText } from "../logs/outputChannel.ts";
import { language } from "./language.ts";

describe("The logs of an aaPanel", () => {
  useQuickClock();
  const [shop] = useAddedPanels({ name: "Shop", edition: "aapanel", language });

  afterEach(async () => {
    await clearFollowedLogs();
  });

  for (const [kind, label] of [
    ["javaProject", "order-service"],
    ["container", "database"],
  ] as const)
    it(`are followed of a ${kind}, without what was shown before`, async () => {
      const { javaProjects, containers } = shop.panel.state;
      const node = (await openItems(shop, kind)).find((item) => item.label === label);
      await vscode.commands.executeCommand("serverPanel.followLog", node?.id);
      const name = `${label} – Shop`;
      const log =
        kind === "javaProject"
          ? javaProjects.find((project) => project.name === label)?.server.log
          : containers.find((container) => container.name === label)?.log;
      const first = log?.at(-1) ?? assert.fail("nothing was written");
      await outputText(name, (text) => text.includes(first));
      log?.push("one <more> & one");
      (await features()).services.logTails.poke(shop.id);
      const text = await outputText(name, (shown) => shown.includes("one <more> & one"));
      const rows = text.split("\n");
      assert.equal(rows.filter((row) => row === first).length, 1);
      assert.equal(rows.filter((row) => row === "one <more> & one").length, 1);
    });

  it("end with a container that is gone", async () => {
    const node = (await openItems(shop, "container")).find((item) => item.label === "database");
    await vscode.commands.executeCommand("serverPanel.followLog", node?.id);
    const { containers } = shop.panel.state;
    await outputText("database – Shop", (text) => text.includes("checkpoint"));
    containers.splice(
      containers.findIndex(({ name }) => name === "database"),
      1,
    );
    const { logTails } = (await features()).services;
    logTails.poke(shop.id);
    await outputText("database – Shop", (text) => text.includes("“database” is no longer there."));
    assert.deepEqual(logTails.current, []);
  });
});
