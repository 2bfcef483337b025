import assert from "node:assert/strict";
import * as vscode from "vscode";
import { makeDirectory } from "../../src/demoPanel/serverFiles.ts";
import { knownEditions } from "../../src/wire/answers/operation.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

const NAME = "docs.example.com";
const LIST = `Settings of “${NAME}” on “Shop”`;

describe("the settings of a website", () => {
  useQuickClock();

  for (const edition of knownEditions)
    describe(`on ${edition}`, () => {
      let panel: DemoPanel;
      before(async () => {
        await removePanels();
        panel = await startDemoPanel({ edition });
        makeDirectory(panel.state.files, `/www/wwwroot/${NAME}/web/public`, 0);
        const { services } = await features();
        await services.store.add({ name: "Shop", address: panel.address }, { apiKey: panel.key });
      });
      after(async () => {
        await removePanels();
        await panel.close();
      });

      const site = () => panel.state.sites.find(({ name }) => name === NAME);
      const configuration = () =>
        panel.state.files.get(`/www/server/panel/vhost/nginx/${NAME}.conf`)?.bytes?.toString() ?? "";
      /** Opens the list from the palette, and answers. */
      const change = async (label: string, ...answers: readonly ScriptedAnswer[]) =>
        answering(
          [{ to: "Website Settings Type a name", with: `${NAME} > ${NAME}` }, { to: LIST, with: label }, ...answers],
          async () => vscode.commands.executeCommand("serverPanel.changeSettings"),
        );

      it("are changed one by one from their list, and each says how it ended", async () => {
        const { messages: added } = await change("Add Domain…", { to: "Add Domain…", with: "例子.com" });
        assert.match(added.at(-1)?.message ?? "", /has the domain “例子\.com”/);
        assert.ok(site()?.domains.includes("xn--fsqu00a.com"));

        const { messages: removed, questions } = await change(
          "Remove Domain…",
          { to: "Remove Domain…", with: "help.example.com" },
          { to: "Remove the domain “help.example.com”", with: true },
        );
        assert.match(questions[0]?.detail ?? "", /^Visitors of this domain no longer get this website/);
        assert.match(removed.at(-1)?.message ?? "", /no longer has the domain “help\.example\.com”/);

        await change(
          "Run Path",
          { to: "Run Path", with: " > Another Directory…" },
          { to: "Run Path", with: "/web/public" },
          { to: "Change “Run Path”", with: true },
        );
        assert.match(configuration(), new RegExp(`root /www/wwwroot/${NAME}/web/public;`));

        const { messages: refused } = await change(
          "Redirect to HTTPS",
          { to: "Redirect to HTTPS", with: "on" },
          { to: "Change “Redirect to HTTPS”", with: true },
        );
        assert.match(refused.at(-1)?.message ?? "", /The website has no certificate: install one first\./);

        await change("Note", { to: "Note", with: "Manual & more" });
        assert.equal(site()?.note, "Manual & more");
      });
    });
});
