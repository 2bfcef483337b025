import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { DemoHandler, HandlerContext } from "../../src/demoPanel/state.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { groupNodeId, itemNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { outputText } from "./logs/outputChannel.ts";
import { eventually } from "../eventually.ts";

const ENTRANCE = "/s3cr3tentr4nce";

describe("What a panel says back", () => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const { showErrorMessage, showWarningMessage } = vscode.window;
  let panel: DemoPanel;
  let panelId: string;
  let messages: string[];
  let tokens: string[];

  /** All that the panel knows of how it was called, as a proxy before it would put it into its own words. */
  function echo({ request }: HandlerContext): string {
    const token = request.signature?.token ?? "";
    tokens.push(token);
    const address = `/system?request_time=1&request_token=${token}`;
    const escaped = encodeURIComponent(encodeURIComponent(address));
    const encoded = Buffer.from(address).toString("base64");
    return `('request_token', '${token}') ${token} next=${escaped} ${encoded} at ${ENTRANCE}/login`;
  }

  const refuse: DemoHandler = (context) => ({ status: false, msg: echo(context) });

  beforeEach(async () => {
    messages = [];
    tokens = [];
    await removePanels();
    panel = await startDemoPanel({
      handlers: {
        "java.restart": refuse,
        "container.list": refuse,
        "java.log": (context) => ({ status: true, data: `started\n${echo(context)}\ndone` }),
      },
    });
    const { services } = await features();
    const secrets = { apiKey: panel.key, entrance: ENTRANCE };
    panelId = (await services.store.add({ name: "Shop", address: panel.address }, secrets)).id;
    window["showErrorMessage"] = async (message: string) => void messages.push(message);
    window["showWarningMessage"] = async (_message: string, _options: unknown, button: unknown) => button;
  });

  afterEach(async () => {
    Object.assign(window, { showErrorMessage, showWarningMessage });
    await removePanels();
    await panel.close();
  });

  function assertNoSecret(text: string): void {
    assert.ok(tokens.length > 0, "the panel was called");
    assert.match(text, /\*\*\*/);
    for (const secret of [...tokens, panel.key, ENTRANCE]) assert.ok(!text.includes(secret));
    // what base64 hides stands in the middle of it
    for (const token of tokens) assert.ok(!text.includes(Buffer.from(token).toString("base64").slice(4, 20)));
    for (const word of text.match(/[\w+/]{24,}/g) ?? [])
      for (const token of tokens)
        assert.ok(!Buffer.from(word, "base64").toString("latin1").includes(token.slice(4, 12)));
  }

  async function project(): Promise<string> {
    const { tree } = (await features()).services;
    await tree.children(undefined);
    await tree.children(panelNodeId(panelId));
    await tree.children(groupNodeId(panelId, "javaProject"));
    return itemNodeId(panelId, "javaProject", "order-service");
  }

  it("is masked in messages, in rows and in the activity", async () => {
    const { services, itemOf } = await features();
    await vscode.commands.executeCommand("serverPanel.restart", await project());
    await eventually(
      () => messages.length,
      (count) => count > 0,
    );
    assert.match(messages[0] ?? "", /^Restart Java project “order-service” on “Shop”: The panel says: /);
    assertNoSecret(messages[0] ?? "");
    const [failure] = await services.tree.children(groupNodeId(panelId, "container"));
    const { label, tooltip } = itemOf(failure ?? "");
    assert.equal(label, "Refused by the panel");
    assert.ok(typeof tooltip === "string");
    assertNoSecret(tooltip);
    await (await services.activity()).dispose();
    assertNoSecret(await readFile(join(services.storageRoot, "activity", "current.jsonl"), "utf8"));
  });

  it("is masked in a log that is followed", async () => {
    await vscode.commands.executeCommand("serverPanel.followLog", await project());
    assertNoSecret(await outputText("order-service – Shop", (text) => text.includes("done")));
    const { logTails } = (await features()).services;
    for (const { id } of logTails.current) logTails.stop(id);
  });

  it("never has a name masked that nobody but the panel called a secret", async () => {
    const { services, itemOf } = await features();
    const before = itemOf(panelNodeId(panelId)).label;
    for (const word of [panel.address, "Shop", "order-service"])
      assert.equal(services.redactor.redact(word), word, "nothing that a panel lists or answers is learned");
    services.redactor.addTried("order-service");
    try {
      const row = itemOf(await project());
      assert.equal(row.label, "order-service");
      assert.ok(typeof row.tooltip === "string" && row.tooltip.startsWith("order-service"));
      assert.equal(itemOf(panelNodeId(panelId)).label, before);
    } finally {
      for (let at = 0; at < 100; at++) services.redactor.addTried(`no secret, ${at}`);
    }
  });
});
