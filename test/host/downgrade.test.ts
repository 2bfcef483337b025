import assert from "node:assert/strict";
import * as vscode from "vscode";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import type { PanelRecord } from "../../src/panels/panelRecord.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { testCertificate } from "../wire/certificates.ts";
import { features } from "./helpers/extension.ts";
import { answering, type Conversation, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { SECURE_HOST, startSecurePanel } from "./helpers/startSecurePanel.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

describe("A panel that is stored with https", () => {
  const fixture = useDemoPanel(() => startSecurePanel("panel"));
  let record: PanelRecord;
  let port: number;

  beforeEach(async () => {
    port = Number(new URL(fixture.panel.address).port);
    const { store } = (await features()).services;
    const pin = testCertificate("panel").fingerprint256;
    record = await store.add({ name: "Shop", address: fixture.panel.address, pin }, { apiKey: fixture.panel.key });
    await (await features()).services.tree.children(undefined);
  });

  /** Somebody in between, who knows how a panel answers and waits for its signatures. */
  const intercept = async () => {
    const { key } = fixture.panel;
    await fixture.panel.close();
    fixture.panel = await startDemoPanel({ host: SECURE_HOST, port, key });
  };

  const edit = (what: string, ...answers: readonly ScriptedAnswer[]) =>
    answering([{ to: "Edit “Shop”", with: what }, ...answers], () =>
      vscode.commands.executeCommand("serverPanel.panel.edit"),
    );

  /** Nothing was asked of whoever answers in plain text, nothing offered it, and nothing is stored. */
  async function assertNotLed({ choices, messages }: Conversation): Promise<void> {
    const offered = [...choices.flat(), ...messages.flatMap(({ message, buttons = [] }) => [message, ...buttons])];
    assert.deepEqual(
      offered.filter((text) => /http:|try http/i.test(text)),
      [],
    );
    assert.deepEqual(fixture.panel.counters.requests, []);
    const { store } = (await features()).services;
    assert.equal(store.get(record.id)?.address, record.address);
    assert.equal(store.get(record.id)?.pin, record.pin);
  }

  it("is not led to http by what the tree says of it", async () => {
    const { services, itemOf } = await features();
    const id = panelNodeId(record.id);
    assert.ok((await services.tree.children(id)).length > 0);
    await intercept();
    await services.tree.reload(id, "user");
    const [failure = ""] = await services.tree.children(id);
    const node = services.tree.node(failure);
    assert.ok(node?.type === "failure" && node.failure.kind === "tls" && node.failure.problem === "notTls");
    assert.match(JSON.stringify(itemOf(failure).tooltip), /Nothing was sent: the connection may be intercepted/);
    const talk = await answering([], () => vscode.commands.executeCommand("serverPanel.fix", failure));
    assert.match(talk.messages[0]?.message ?? "", /“Shop”: .+ the connection may be intercepted/);
    assert.deepEqual(talk.messages[0]?.buttons, ["Edit Panel…", "Open Panel in Browser", "Diagnose…"]);
    await assertNotLed(talk);
  });

  it("is not led to http when its key is changed", async () => {
    await intercept();
    const talk = await edit(
      "API Key",
      { to: "API Key", with: "anotherKeyOf32LettersAndDigits01" },
      { to: "the connection may be intercepted", with: undefined },
    );
    await assertNotLed(talk);
  });

  it("is not led to http when its address is typed again, with or without https", async () => {
    await intercept();
    for (const typed of [record.address, `${SECURE_HOST}:${port}`]) {
      const talk = await edit(
        "Address",
        { to: "Panel Address", with: typed },
        { to: "the connection may be intercepted", with: undefined },
      );
      await assertNotLed(talk);
    }
    // without a port there is more than one place to ask
    const talk = await edit(
      "Address",
      { to: "Panel Address", with: SECURE_HOST },
      { to: "Which Address?", with: undefined },
      { to: "Panel Address", with: undefined },
    );
    assert.ok(talk.choices.at(-1)?.every((choice) => choice.startsWith("https://")));
    await assertNotLed(talk);
  });

  it("is not led to http at another address either", async () => {
    const plain = await startDemoPanel({ host: SECURE_HOST, key: fixture.panel.key });
    try {
      const talk = await edit(
        "Address",
        { to: "Panel Address", with: plain.address.replace("http:", "https:") },
        { to: "The server at this port does not speak https", with: undefined },
      );
      assert.deepEqual(plain.counters.requests, []);
      await assertNotLed(talk);
    } finally {
      await plain.close();
    }
  });

  it("is warned of when a person types http", async () => {
    const { questions } = await edit(
      "Address",
      { to: "Panel Address", with: "http://192.0.2.1:8888" },
      { to: "without encryption", with: false },
      { to: "Panel Address", with: undefined },
    );
    assert.match(questions[0]?.detail ?? "", /the connection may be intercepted/);
  });
});

describe("A panel that is stored with http", () => {
  const fixture = useDemoPanel(() => startSecurePanel("panel"));

  it("is led to https where that is what answers", async () => {
    const { services } = await features();
    const address = fixture.panel.address.replace("https:", "http:");
    const { id } = await services.store.add({ name: "Shop", address }, { apiKey: fixture.panel.key });
    await services.tree.children(undefined);
    const [failure = ""] = await services.tree.children(panelNodeId(id));
    await answering(
      [
        { to: "closed the connection", with: `Use ${fixture.panel.address}` },
        { to: "Trust the certificate of", with: true },
      ],
      () => vscode.commands.executeCommand("serverPanel.fix", failure),
    );
    const { address: moved, pin } = services.store.get(id) ?? {};
    assert.deepEqual([moved, pin], [fixture.panel.address, testCertificate("panel").fingerprint256]);
  });
});
