import assert from "node:assert/strict";
import * as vscode from "vscode";
import { addSite } from "../demoPanel/baota/addSite.ts";
import type { DemoHandler } from "../../src/demoPanel/state.ts";
import { startDemoPanel } from "../demoPanel/startDemoPanel.ts";
import { beginSite } from "./helpers/beginSite.ts";
import type { OperationId } from "../../src/wire/operations/operations.ts";
import { startGateway } from "../wire/gateway.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { fullDraft, staticDraft, useSiteForms } from "./helpers/useSiteForms.ts";

describe("Create Website, again or never", () => {
  const forms = useSiteForms();
  const { open, openForm, submitOnce, sitesNamed } = forms;

  it("is created once by two forms, and the other one says so", async () => {
    await open();
    const outcomes = await Promise.all([submitOnce(staticDraft), submitOnce(staticDraft)]);
    assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ["created", "existed"]);
    assert.equal(forms.panel.counters.calls["site.create"], 1);
    const later = await submitOnce({ ...fullDraft, domain: staticDraft.domain });
    assert.ok(later.kind === "existed");
    assert.equal(later.site.id, sitesNamed("new.example.com")[0]?.id);
    assert.match(later.reason ?? "", /has already created it/);
    assert.deepEqual(later.warnings, ["Your FTP user and your database were not requested."]);
    assert.equal(forms.panel.counters.calls["site.create"], 1);
  });

  it("sends nothing of a form that was closed before it was sent, and tells nothing", async () => {
    await open();
    const { told } = await answering([], async () => {
      const { session, submit } = await openForm();
      const outcome = submit(staticDraft);
      session.dispose();
      assert.equal((await outcome).kind, "notSent");
    });
    assert.deepEqual(told, []);
    assert.equal(forms.panel.counters.calls["site.create"], 0);
  });

  it("names the passwords that nobody has seen of a form that was closed", async () => {
    let close: () => void = assert.fail;
    const createsOnceClosed: DemoHandler = (context) => {
      close();
      return addSite(context);
    };
    await open({ handlers: { "site.create": createsOnceClosed } });
    const { told } = await answering([], async () => {
      const { session, submit } = await openForm();
      close = () => session.dispose();
      await submit(fullDraft);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.deepEqual(told, [
      {
        severity: "warning",
        message:
          "“full.example.com” was created on “Shop”. The FTP and database passwords were not shown: set new ones in the panel.",
        names: ["full.example.com", "Shop"],
      },
    ]);
  });

  it("sends nothing to a panel that was changed after it was shown", async () => {
    await open();
    const other = await startDemoPanel();
    try {
      const { ask, submit, session } = await openForm();
      const shown = (await ask("ready")).panel;
      const { services } = await features();
      await services.store.update(forms.panelId, { name: "Other", address: other.address }, { apiKey: other.key });
      const outcome = await submit(staticDraft);
      assert.deepEqual(outcome, {
        kind: "panelChanged",
        panel: { id: forms.panelId, name: "Other", address: other.address },
      });
      assert.notEqual(shown.address, other.address);
      assert.deepEqual([forms.panel.counters.calls["site.create"], other.counters.calls["site.create"]], [0, 0]);
      assert.equal((await submit(staticDraft, { name: "Other", address: other.address })).kind, "created");
      assert.deepEqual([forms.panel.counters.calls["site.create"], other.counters.calls["site.create"]], [0, 1]);
      session.dispose();
    } finally {
      await other.close();
    }
  });

  it("shows after a reload what became of a site that was being sent, and sends nothing by itself", async () => {
    await open();
    await vscode.workspace.getConfiguration().update("serverPanel.confirmation.waitSeconds", 1, true);
    const { services } = await features();
    const record = services.panels().find(({ id }) => id === forms.panelId);
    assert.ok(record);
    const highest = Math.max(...forms.panel.state.sites.map(({ id }) => id));
    // what a window leaves that dies when it sends, so long ago that it cannot be sending any more
    const request = { domain: staticDraft.domain, port: 80, highest };
    const forget = await beginSite(services, record, request, services.clock.wallTime() - 180_000);
    const form = await openForm(staticDraft);
    assert.equal((await form.ask("ready")).hasOutcome, true);
    const outcome = await form.ask("outcome");
    assert.ok(outcome.kind === "uncertain", JSON.stringify(outcome));
    assert.match(outcome.reason ?? "", /reloaded or closed.*does not list the website so far/);
    assert.equal(forms.panel.counters.calls["site.create"], 0);
    assert.equal((await form.submit(staticDraft)).kind, "created", "a person who was told");
    form.session.dispose();
    const again = await openForm({ ...fullDraft, domain: staticDraft.domain });
    assert.equal((await again.ask("ready")).hasOutcome, true);
    const found = await again.ask("outcome");
    assert.ok(found.kind === "existed", JSON.stringify(found));
    assert.equal(found.site.id, sitesNamed("new.example.com")[0]?.id);
    again.session.dispose();
    await forget();
    assert.equal(forms.panel.counters.calls["site.create"], 1);
  });

  it("is told alike by two forms and by the activity where the panel answered with a page", async () => {
    const breaks: DemoHandler = () => {
      throw new Error("before creation");
    };
    await open({ handlers: { "site.create": breaks } });
    const { services } = await features();
    await services.activity.clear();
    const first = await submitOnce(staticDraft);
    const second = await submitOnce(staticDraft);
    assert.ok(first.kind === "notCreated" && second.kind === "notCreated", JSON.stringify([first, second]));
    assert.ok(second.reason?.startsWith(first.reason ?? "?"), second.reason);
    assert.match(
      second.reason ?? "",
      /Another window or an earlier form has already sent it\. Nothing was sent again\.$/,
    );
    assert.equal(forms.panel.counters.calls["site.create"], 1);
    const results = async () => (await services.activity.read()).map(({ result }) => result);
    // they are written down after the forms have their answers
    for (let waited = 0; (await results()).length < 2 && waited < 5_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await results(), ["failed", "failed"]);
  });

  it("finds a site that a panel went on to create after its gateway had given up", async () => {
    await open();
    const gateway = await startGateway(forms.panel.address, (request) =>
      request.includes("action=AddSite") ? "late" : "pass",
    );
    try {
      const { services } = await features();
      await services.store.update(forms.panelId, { address: gateway.address });
      const outcome = await submitOnce(staticDraft);
      assert.ok(outcome.kind === "partly", JSON.stringify(outcome));
      assert.match(outcome.reason ?? "", /HTTP 504/);
      assert.equal(outcome.site.id, sitesNamed("new.example.com")[0]?.id);
      assert.equal(forms.panel.counters.calls["site.create"], 1);
    } finally {
      await gateway.close();
    }
  });

  it("does not claim that a site was not created which may be there from before", async () => {
    const handlers: Partial<Record<OperationId, DemoHandler>> = {
      "site.create": (context) => {
        addSite(context);
        throw new Error("after creation");
      },
      // without a list nobody can see what became of it
      "site.list": () => {
        throw new Error("no list");
      },
    };
    await open({ handlers });
    const { ask, submit, session } = await openForm();
    assert.equal((await submit(staticDraft)).kind, "uncertain");
    assert.equal((await submitOnce(staticDraft)).kind, "uncertain", "another form, which sends nothing");
    assert.equal(forms.panel.counters.calls["site.create"], 1);
    delete handlers["site.create"];
    await ask("ready");
    const again = await submit(staticDraft);
    assert.ok(again.kind === "uncertain", JSON.stringify(again));
    assert.match(again.reason ?? "", /您添加的域名已存在 An earlier attempt may have created it/);
    assert.equal(sitesNamed("new.example.com").length, 1);
    session.dispose();
  });
});
