import assert from "node:assert/strict";
import * as https from "node:https";
import * as vscode from "vscode";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { groupNodeId, panelNodeId } from "../../src/tree/treeNodes.ts";
import { testCertificate } from "../wire/certificates.ts";
import { features, removePanels } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { startSecurePanel } from "./helpers/startSecurePanel.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

/** The last question, once the panel has answered and is stored. */
const DONE = { to: "Was Added", with: "Done" };

const add = () => vscode.commands.executeCommand("serverPanel.panel.add");

describe("A panel with a certificate of its own", () => {
  const fixture = useDemoPanel(() => startSecurePanel("panel"));

  const typing = (address: string) => [
    { to: "Panel Address", with: address },
    { to: "Panel Name", with: "Secure" },
    { to: "API Key", with: fixture.panel.key },
  ];

  it("is shown with subject, validity and fingerprint, and trusted when the person says so", async () => {
    const { questions } = await answering(
      [...typing(fixture.panel.address), { to: "Trust the certificate of", with: true }, DONE],
      add,
    );
    const { fingerprint256 } = testCertificate("panel");
    const detail = questions[0]?.detail ?? "";
    assert.match(detail, /Subject: .+\nIssuer: .+\nValid: .+ 2020 to .+ 2120\nSHA-256: /);
    assert.ok(detail.includes(fingerprint256));
    const [record] = (await features()).services.store.list();
    assert.equal(record?.pin, fingerprint256);
    assert.equal(fixture.panel.counters.requests.filter(({ outcome }) => outcome === "answered").length >= 1, true);
  });

  it("is not called when the person does not trust it, and may be saved all the same", async () => {
    await answering(
      [
        ...typing(fixture.panel.address),
        { to: "Trust the certificate of", with: false },
        { to: "computer does not trust", with: "More…" },
        { to: "not saved yet", with: "Save Anyway" },
      ],
      add,
    );
    assert.equal(fixture.panel.counters.requests.length, 0);
    assert.equal((await features()).services.store.list()[0]?.pin, undefined);
  });

  it("is not called before it is trusted where another extension switched verification off", async () => {
    https.globalAgent.options.rejectUnauthorized = false;
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      await answering(
        [
          ...typing(fixture.panel.address),
          { to: "Trust the certificate of", with: false },
          { to: "computer does not trust", with: "More…" },
          { to: "not saved yet", with: "Save Anyway" },
        ],
        add,
      );
      const { services } = await features();
      const [record] = services.store.list();
      await services.tree.reload(panelNodeId(record?.id ?? ""), "user");
      assert.equal(fixture.panel.counters.requests.length, 0);
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      delete https.globalAgent.options.rejectUnauthorized;
    }
  });

  for (const name of ["legacy", "expired", "leaf"] as const) {
    it(`can be trusted when it is odd: ${name}`, async () => {
      const odd = await startSecurePanel(name);
      try {
        const { questions } = await answering(
          [
            { to: "Panel Address", with: odd.address },
            { to: "Panel Name", with: "Odd" },
            { to: "API Key", with: odd.key },
            { to: "Trust the certificate of", with: true },
            DONE,
          ],
          add,
        );
        assert.equal(/It has expired/.test(questions[0]?.detail ?? ""), name === "expired");
        assert.ok((await features()).services.store.list()[0]?.pin);
      } finally {
        await odd.close();
      }
    });
  }

  it("stops before a byte is sent when the certificate changed, shows both, and goes on when trusted", async () => {
    await answering([...typing(fixture.panel.address), { to: "Trust the certificate of", with: true }, DONE], add);
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    const port = Number(new URL(fixture.panel.address).port);
    const { key } = fixture.panel;
    await fixture.panel.close();
    fixture.panel = await startSecurePanel("other", { port, key });

    const id = panelNodeId(record.id);
    await services.tree.children(undefined);
    await services.tree.reload(id, "user");
    const [failureId] = await services.tree.children(id);
    const node = services.tree.node(failureId ?? "");
    assert.ok(node?.type === "failure" && node.failure.kind === "tls" && node.failure.problem === "changed");
    assert.equal(fixture.panel.counters.requests.length, 0);

    const { messages } = await answering([], () => vscode.commands.executeCommand("serverPanel.fix", node.id));
    assert.match(messages[0]?.message ?? "", /certificate is not the one you trusted/);
    assert.deepEqual(messages[0]?.buttons, ["Review Certificate…", "Edit Panel…", "Diagnose…"]);
    const reviewed = await answering(
      [
        { to: "certificate is not the one you trusted", with: "Review Certificate…" },
        { to: "is not the one you trusted", with: true },
      ],
      () => vscode.commands.executeCommand("serverPanel.fix", node.id),
    );
    const detail = reviewed.questions[0]?.detail ?? "";
    assert.ok(detail.includes(testCertificate("panel").fingerprint256), "the old one");
    assert.ok(detail.includes(testCertificate("other").fingerprint256), "the new one");

    await services.tree.children(undefined);
    await services.tree.children(id);
    assert.ok(services.tree.node(groupNodeId(record.id, "site")), "the panel answers again");
  });

  it("is found under https when http was typed, and the reverse", async () => {
    await answering(
      [
        { to: "Panel Address", with: fixture.panel.address.replace("https", "http") },
        { to: "Panel Name", with: "Secure" },
        { to: "API Key", with: fixture.panel.key },
        { to: "closed the connection", with: `Use ${fixture.panel.address}` },
        { to: "Trust the certificate of", with: true },
      ],
      add,
    );
    assert.equal((await features()).services.store.list()[0]?.address, fixture.panel.address);

    const plain = await startDemoPanel();
    try {
      await removePanels();
      await answering(
        [
          { to: "Panel Address", with: plain.address.replace("http", "https") },
          { to: "Panel Name", with: "Plain" },
          { to: "API Key", with: plain.key },
          { to: "does not speak https", with: `Use ${plain.address}` },
        ],
        add,
      );
      assert.equal((await features()).services.store.list()[0]?.address, plain.address);
    } finally {
      await plain.close();
    }
  });
});
