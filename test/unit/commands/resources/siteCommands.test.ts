import assert from "node:assert/strict";
import { actionCommand } from "../../../../src/commands/resources/actionCommand.ts";
import { handlers } from "../../../../src/handlers.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../../fakes/rows.ts";

const openSite = handlers["serverPanel.openInBrowser"];
const copy = handlers["serverPanel.copy"];

describe("the commands on websites", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
  });
  afterEach(() => window.dispose());

  const list = (...rows: readonly ReturnType<typeof siteRow>[]) => {
    window.handlers = { "site.list": () => listOf(rows) };
  };
  const certificate = { daysLeft: 9 } as never;

  it("open the main domain, over https if it has a certificate", async () => {
    list(
      siteRow({ id: 1, name: "a.example.com", type: "PHP", running: true, certificate }),
      siteRow({ id: 2, name: "b.example.com", type: "PHP", running: true }),
    );
    for (const site of ["a.example.com", "b.example.com"])
      await window.run(openSite, [], { to: "Open in Browser Type a name", with: `${site} > ${site}` });
    assert.deepEqual(
      window.workbench.opened.map((address) => address.replace(/\/$/, "")),
      ["https://a.example.com", "http://b.example.com"],
    );
    await window.run(openSite, [], { to: "Open in Browser Type a name", with: undefined });
  });

  it("do not take a project's name, or other text, for a domain", async () => {
    list(
      siteRow({ id: 1, name: "orders", type: "Java", running: true }),
      siteRow({ id: 2, name: "a b", type: "PHP", running: true }),
    );
    const items = await window.items(panel, "site");
    for (const [id, words] of [
      [items[0]?.id, /name of a project/],
      [items[1]?.id, /not a domain that can be opened/],
    ] as const) {
      const { messages } = await window.run(openSite, [id]);
      assert.match(messages[0]?.message ?? "", words);
    }
    await window.run(copy, [items[0]?.id]);
    assert.deepEqual(window.workbench.copied, []);
    assert.deepEqual(window.workbench.opened, []);
  });

  it("open and copy the name on the wire, and copy the root directory", async () => {
    list(siteRow({ id: 1, name: "xn--mller-kva.example", type: "PHP", running: true, root: "/www/wwwroot/a" }));
    const [item] = await window.items(panel, "site");
    assert.equal(item?.label, "müller.example");
    await window.run(openSite, [item.id]);
    for (const what of ["Domain", "Root Directory"]) await window.run(copy, [item.id], { to: "Copy from", with: what });
    assert.deepEqual(window.workbench.opened, ["http://xn--mller-kva.example"]);
    assert.deepEqual(window.workbench.copied, ["xn--mller-kva.example", "/www/wwwroot/a"]);
  });

  it("delete by either name, and show both", async () => {
    const row = siteRow({
      id: 1,
      name: "xn--mller-kva.example",
      type: "PHP",
      running: true,
    });
    // the site stays, so that it can be deleted twice
    const rejected = failing({ kind: "rejected", message: "no" });
    window.handlers = {
      "site.list": () => listOf([row]),
      "site.ftpUsers": () => listOf([]),
      "site.databases": () => listOf([]),
      "site.delete": rejected,
    };
    const [item] = await window.items(panel, "site");
    for (const typed of ["müller.example", "xn--mller-kva.example", undefined]) {
      const { questions } = await window.run(
        actionCommand("remove"),
        [item?.id],
        { to: "Delete website “müller.example”", with: true },
        { to: "Delete website “müller.example”", with: typed },
      );
      assert.match(questions[0]?.detail ?? "", /Punycode: xn--mller-kva\.example/);
    }
    assert.equal(window.calls(panel.id).count("site.delete"), 2);
  });

  it("open WordPress sites, but do not delete them", async () => {
    list(siteRow({ id: 1, name: "blog.example", type: "WP", running: true }));
    const [item] = await window.items(panel, "site");
    await window.run(openSite, [item?.id]);
    assert.deepEqual(window.workbench.opened, ["http://blog.example"]);
    const { messages } = await window.run(actionCommand("remove"), [item?.id]);
    assert.match(messages[0]?.message ?? "", /^WordPress websites can be deleted only in the panel/);
  });
});
