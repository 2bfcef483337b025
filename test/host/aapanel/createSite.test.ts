import assert from "node:assert/strict";
import type { DemoHandler } from "../../../src/demoPanel/state.ts";
import { addSite } from "../../demoPanel/aapanel/addSite.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import type { Fields } from "../../../src/wire/answers/operation.ts";
import { features } from "../helpers/extension.ts";
import { fullDraft, staticDraft, useSiteForms } from "../helpers/useSiteForms.ts";
import { language } from "./language.ts";

describe("Create Website on an aaPanel", () => {
  const forms = useSiteForms();

  const sent: Fields[] = [];

  /** A panel that notes what AddSite was sent. */
  async function open(answer: DemoHandler = addSite): Promise<void> {
    sent.length = 0;
    const noting: DemoHandler = (context) => {
      sent.push(context.fields);
      return answer(context);
    };
    await forms.open({ edition: "aapanel", language, handlers: { "site.create": noting } });
  }

  it("creates a static site by one AddSite without what is off, and shows it", async () => {
    await open();
    const { ask, submit, session } = await forms.openForm();
    assert.deepEqual((await ask("choices")).phpVersions, ["00", "56", "74", "82"]);
    const outcome = await submit(staticDraft);
    assert.ok(outcome.kind === "created", JSON.stringify(outcome));
    assert.deepEqual(outcome.warnings, []);
    assert.equal(sent.length, 1);
    const [{ set_ssl, ftp, sql, ...others } = {}] = sent;
    assert.deepEqual({ set_ssl, ftp, sql }, { set_ssl: "0", ftp: "false", sql: "false" });
    for (const name of ["ftp_username", "ftp_password", "datauser", "datapassword"]) assert.ok(!(name in others), name);
    await ask("reveal");
    const { tree } = (await features()).services;
    const shown = (await tree.children(groupNodeId(forms.panelId, "site"))).map((id) => tree.node(id));
    assert.ok(shown.some((node) => node?.type === "item" && node.label === "new.example.com"));
    session.dispose();
  });

  it("creates a site with its accounts", async () => {
    await open();
    const outcome = await forms.submitOnce(fullDraft);
    assert.ok(outcome.kind === "created", JSON.stringify(outcome));
    assert.deepEqual(outcome.warnings, []);
    assert.equal(forms.sitesNamed("full.example.com")[0]?.php, "8.2");
    assert.deepEqual(
      outcome.site.credentials.map(({ value }) => value),
      ["full_ftp", "Ftp-Secret-1", "full_db", "full_db", "Db-Secret-12"],
    );
    assert.equal(sent[0]?.["set_ssl"], "0");
  });

  it("says what the web server has against its configuration", async () => {
    await open();
    forms.panel.state.web.configurationError = 'nginx: [emerg] unknown directive "x"\nin /www/server/a.conf:3';
    const outcome = await forms.submitOnce(staticDraft);
    assert.ok(outcome.kind === "notCreated", JSON.stringify(outcome));
    assert.match(outcome.reason ?? "", /The panel says: .*unknown directive "x"/s);
    assert.doesNotMatch(outcome.reason ?? "", /[<>]|API/);
    assert.deepEqual(forms.sitesNamed("new.example.com"), []);
  });

  it("looks for the site where the panel answers with a page", async () => {
    await open((context) => {
      addSite(context);
      throw new Error("after creation");
    });
    const outcome = await forms.submitOnce(staticDraft);
    assert.ok(outcome.kind === "partly" || outcome.kind === "created", JSON.stringify(outcome));
    assert.equal(outcome.site.id, forms.sitesNamed("new.example.com")[0]?.id);
    assert.equal(sent.length, 1);
  });

  it("says that there is none where the panel answered with a page before", async () => {
    await open(() => {
      throw new Error("before creation");
    });
    const outcome = await forms.submitOnce(staticDraft);
    assert.ok(outcome.kind === "notCreated", JSON.stringify(outcome));
    assert.match(outcome.reason ?? "", /The panel does not list it/);
    assert.equal(sent.length, 1);
  });
});
