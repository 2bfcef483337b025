import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoHandler } from "../../src/demoPanel/state.ts";
import { addSite } from "../demoPanel/baota/addSite.ts";
import { beginSite } from "./helpers/beginSite.ts";
import { groupNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { fullDraft, staticDraft, useSiteForms } from "./helpers/useSiteForms.ts";
import { eventually } from "../eventually.ts";

describe("Create Website", () => {
  const forms = useSiteForms();
  const { open, openForm, submitOnce, sitesNamed } = forms;

  it("offers the panel's choices", async () => {
    await open();
    const { ask, session } = await openForm();
    const choices = await ask("choices");
    assert.deepEqual(choices.phpVersions, ["00", "56", "74", "82"]);
    assert.ok(choices.categories?.some(({ id }) => id === 1));
    assert.ok(choices.categories?.every(({ id }) => id >= 0));
    assert.equal(choices.problem, undefined);
    session.dispose();
  });

  it("creates a static site and shows it in the tree", async () => {
    await open();
    const { ask, submit, session } = await openForm();
    const outcome = await submit(staticDraft);
    assert.ok(outcome.kind === "created", JSON.stringify(outcome));
    assert.equal(outcome.site.name, "new.example.com");
    const [site] = sitesNamed("new.example.com");
    assert.equal(site?.id, outcome.site.id);
    assert.equal(site?.php, "静态");
    await ask("reveal");
    const { services } = await features();
    const ids = await services.tree.children(groupNodeId(forms.panelId, "site"));
    const shown = ids.map((id) => services.tree.node(id));
    assert.ok(shown.some((node) => node?.type === "item" && node.label === "new.example.com"));
    session.dispose();
  });

  it("creates everything, shows credentials once, and logs none of them", async () => {
    await open();
    const { services } = await features();
    const lines: string[] = [];
    const real = { ...services.log };
    const keep = (line: string) => void lines.push(line);
    Object.assign(services.log, { info: keep, warn: keep, error: keep });
    try {
      const { ask, submit, session } = await openForm();
      const outcome = await submit(fullDraft);
      assert.ok(outcome.kind === "created", JSON.stringify(outcome));
      assert.deepEqual(outcome.warnings, []);
      const { ftp, database, git } = outcome.site;
      assert.deepEqual([ftp, database, git], ["created", "created", "notAsked"]);
      const values = outcome.site.credentials.map(({ value }) => value);
      assert.deepEqual(values, ["full_ftp", "Ftp-Secret-1", "full_db", "full_db", "Db-Secret-12"]);
      const again = await ask("outcome");
      assert.ok(again.kind === "created");
      assert.deepEqual(again.site.credentials, []);
      assert.equal(services.redactor.redact("Ftp-Secret-1 Db-Secret-12"), "*** ***");
      session.dispose();
      // a late answer of the panel may still repeat what it was sent
      assert.equal(services.redactor.redact("Ftp-Secret-1"), "***");
    } finally {
      Object.assign(services.log, real);
    }
    const read = async () => JSON.stringify(await (await services.activity()).read());
    // it is written down after the form has its answer
    const activity = await eventually(read, (text) => text.includes("full.example.com"));
    assert.ok(lines.some((line) => line.includes("site.create")));
    for (const text of [lines.join("\n"), activity]) {
      assert.ok(!text.includes("Ftp-Secret-1"));
      assert.ok(!text.includes("Db-Secret-12"));
    }
  });

  it("does not mask passwords returned by the panel", async () => {
    const answers: DemoHandler = (context) => ({
      ...(addSite(context) as object),
      ftpPass: "Other Panel",
      databasePass: "shop.example.com",
    });
    await open({ handlers: { "site.create": answers } });
    const { services } = await features();
    const { submit, session } = await openForm();
    const outcome = await submit(fullDraft);
    assert.ok(outcome.kind === "created", JSON.stringify(outcome));
    const values = outcome.site.credentials.map(({ value }) => value);
    assert.deepEqual(values, ["full_ftp", "Other Panel", "full_db", "full_db", "shop.example.com"]);
    const text = "Delete shop.example.com on “Other Panel”?";
    assert.equal(services.redactor.redact(text), text);
    assert.equal(services.redactor.redact("Ftp-Secret-1"), "***", "what was sent is known");
    session.dispose();
  });

  it("sends no site that the panel has, whoever has created it", async () => {
    await open();
    const outcome = await submitOnce({ ...staticDraft, domain: "shop.example.com" });
    assert.ok(outcome.kind === "existed", JSON.stringify(outcome));
    assert.deepEqual([outcome.site.name, outcome.reason], ["shop.example.com", "Nothing was sent."]);
    assert.equal(forms.panel.counters.calls["site.create"], 0);
  });

  it("explains the panel's refusal of a domain that is another site's", async () => {
    await open();
    await submitOnce({ ...staticDraft, additionalDomains: "taken.example.com" });
    const outcome = await submitOnce({ ...staticDraft, domain: "taken.example.com" });
    assert.partialDeepStrictEqual(outcome, {
      kind: "notCreated",
      reason: "A website on the panel already has this domain. The panel says: 您添加的域名已存在",
      about: { field: "domain", text: "A website on the panel already has this domain." },
    });
  });

  it("shows the error of a broken web server as plain text", async () => {
    await open();
    forms.panel.state.web.configurationError = 'nginx: [emerg] unknown directive "x"\nin /www/server/a.conf:3';
    const outcome = await submitOnce(staticDraft);
    assert.ok(outcome.kind === "notCreated");
    assert.match(outcome.reason ?? "", /unknown directive "x"/);
    assert.doesNotMatch(outcome.reason ?? "", /[<>]/);
    assert.deepEqual(sitesNamed("new.example.com"), []);
  });

  it("asks for confirmation, and sends nothing to a read-only panel", async () => {
    await open();
    const { services } = await features();
    await services.store.update(forms.panelId, { guardLevel: "typeName" });
    const turnedAway = await answering([{ to: "Create website “new.example.com” on “Shop”?", with: false }], async () =>
      assert.equal((await submitOnce(staticDraft)).kind, "notSent"),
    );
    assert.match(turnedAway.questions[0]?.detail ?? "", /firewall/);
    await services.store.update(forms.panelId, { guardLevel: "readOnly" });
    const outcome = await submitOnce(staticDraft);
    assert.ok(outcome.kind === "notCreated");
    assert.match(outcome.reason ?? "", /“Shop” is read-only/);
    assert.equal(forms.panel.counters.calls["site.create"], 0);
  });

  it("calls a panel that refuses the key only once, even if forms are opened or restored", async () => {
    await open();
    const { services } = await features();
    await services.store.update(forms.panelId, {}, { apiKey: "wrong-key-wrong-key" });
    for (const draft of [undefined, staticDraft]) {
      const { session, ask } = await openForm(draft);
      await ask("ready");
      assert.match((await ask("choices")).problem ?? "", /refused/);
      session.dispose();
      assert.equal(forms.panel.counters.refused, 1);
    }
  });

  it("opens one form for each panel", async () => {
    await open();
    const { services } = await features();
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(({ input }) => input instanceof vscode.TabInputWebview);
    await vscode.commands.executeCommand("serverPanel.site.create");
    await services.tree.items(forms.panelId, "site");
    await vscode.commands.executeCommand("serverPanel.site.create", groupNodeId(forms.panelId, "site"));
    // tabs follow the commands a little later
    await eventually(tabs, ({ length }) => length > 0);
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ["Create Website: Shop"],
    );
    await vscode.window.tabGroups.close(tabs());
  });

  it("creates the site once from two forms and informs the other one", async () => {
    await open();
    const outcomes = await Promise.all([submitOnce(staticDraft), submitOnce(staticDraft)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ["created", "existed"]);
    assert.equal(forms.panel.counters.calls["site.create"], 1);
    const later = await submitOnce({ ...fullDraft, domain: staticDraft.domain });
    assert.ok(later.kind === "existed");
    assert.equal(later.site.id, sitesNamed("new.example.com")[0]?.id);
    assert.equal(later.reason, "Nothing was sent.");
    assert.deepEqual(later.warnings, ["Whether it has your FTP user and your database was not checked."]);
    assert.equal(forms.panel.counters.calls["site.create"], 1);
  });

  it("tells the end of a request by a window that is gone, and creates the site", async () => {
    await open();
    const { services } = await features();
    const record = services.panels().find(({ id }) => id === forms.panelId);
    assert.ok(record);
    const highest = Math.max(...forms.panel.state.sites.map(({ id }) => id));
    // what a window leaves that dies when it sends, so long ago that it cannot be sending any more
    const request = { domain: staticDraft.domain, port: 80, highest };
    const forget = await beginSite(services, record, request, services.clock.wallTime() - 180_000);
    const form = await openForm();
    assert.equal((await form.ask("ready")).hasOutcome, false);
    assert.equal(forms.panel.counters.calls["site.create"], 0);
    assert.equal((await form.submit(staticDraft)).kind, "created");
    form.session.dispose();
    await forget();
    assert.equal(forms.panel.counters.calls["site.create"], 1);
    const results = async () =>
      (await (await services.activity()).read()).flatMap(({ panelId, result }) =>
        panelId === forms.panelId ? [result] : [],
      );
    assert.deepEqual((await eventually(results, ({ length }) => length === 2)).toSorted(), ["done", "uncertain"]);
  });
});
