import assert from "node:assert/strict";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { handlers } from "../../../../src/handlers.ts";
import type { Site } from "../../../../src/wire/operations/sites.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing, type Handlers } from "../../../fakes/fakeCall.ts";
import { listOf, siteRow } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const changeSettings = handlers["serverPanel.changeSettings"];

describe("the command of a website's settings", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let site: Site;
  let usual: Handlers;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    const root = "/www/wwwroot/shop";
    const more = { root, type: "PHP", running: true, php: "8.2", note: "old", lastDay: "0000-00-00" };
    site = siteRow({ id: 7, name: "shop.example.com", ...more });
    const other = siteRow({ id: 8, name: "other.example.com", ...more });
    window.handlers = usual = {
      "site.list": () => listOf([site, other]),
      "site.domains": () =>
        listOf(["shop", "a", "b", "c", "d"].map((name) => ({ name: `${name}.example.com`, port: 80 }))),
      "file.text": () => ({ text: "server {}" }),
      "site.runPath": () => ({ runPath: "/public", directories: ["/", "/public", "/odd name"] }),
      "php.settings": () =>
        listOf(
          Object.entries({
            memory_limit: "128M",
            upload_max_filesize: "50M",
            post_max_size: "1G",
            max_execution_time: " ",
          }).map(([name, value]) => ({ name, value })),
        ),
      "site.phpVersions": () => listOf([{ code: "74", name: "PHP-74", installed: true }]),
      "site.setNote": ({ note }) => {
        site = { ...site, note };
        return { msg: undefined };
      },
      "php.setMemory": failing({ kind: "rejected", message: "no" }),
    };
  });
  afterEach(() => window.dispose());

  const LIST = "Settings of “shop.example.com” on “Shop”";
  const run = async (...answers: readonly ScriptedAnswer[]) => {
    const [item] = await window.items(panel, "site");
    return window.run(changeSettings, [item?.id], ...answers);
  };
  const changes = () => window.calls(panel.id).made.filter(([id]) => /\.(set|add|remove)[A-Z]/.test(id));
  const descriptions = async () => {
    const rows: [string, string | undefined][] = [];
    const { dialogs } = window.services;
    const [item] = await window.items(panel, "site");
    const watched = {
      ...dialogs,
      progress: dialogs.progress.bind(dialogs),
      pick: async (
        _title: string,
        _placeholder: string,
        choices: readonly { label: string; description?: string }[],
      ) => {
        rows.push(...choices.map(({ label, description }) => [label, description] as [string, string | undefined]));
        return undefined;
      },
    };
    await changeSettings({ ...window.services, dialogs: watched as typeof dialogs }, [item?.id]);
    return rows;
  };

  it("lists each setting with what it is now", async () => {
    window.handlers = { ...usual, "file.text": failing({ kind: "rejected", message: "no" }) };
    assert.deepEqual(await descriptions(), [
      ["Add Domain…", "shop.example.com, a.example.com, b.example.com, … and 2 more"],
      ["Remove Domain…", "shop.example.com, a.example.com, b.example.com, … and 2 more"],
      ["Redirect to HTTPS", "not readable: refused by the panel"],
      ["Run Path", "/public"],
      ["PHP: Memory of a Script", "128 MB"],
      ["PHP: Size of an Upload", "50 MB"],
      ["PHP: Time of a Script", "not a number"],
      ["Last Day", "never ends"],
      ["Note", "old"],
      ["PHP Version…", undefined],
    ]);
  });

  it("leads back to the list from a question that was turned away, and changes nothing", async () => {
    const { choices } = await run(
      { to: LIST, with: "Run Path" },
      { to: "Run Path", with: undefined },
      { to: LIST, with: undefined },
    );
    assert.deepEqual(choices[1], ["/", "/public"]);
    assert.equal(choices.length, 3);
    assert.deepEqual(changes(), []);
  });

  it("begins with what was there, and says how it ended", async () => {
    const { inputs, messages } = await run({ to: LIST, with: "Note" }, { to: "Note", with: "new" });
    assert.equal(inputs[0]?.value, "old");
    assert.deepEqual(changes(), [["site.setNote", { id: 7, note: "new" }]]);
    assert.match(messages[0]?.message ?? "", /“Note” of “shop\.example\.com” on “Shop” was changed\. Now: new\./);
    assert.equal(window.finished[0]?.verb, "changeSetting");
  });

  it("asks about all websites with the version of PHP", async () => {
    await window.services.store.update(panel.id, { guardLevel: "ask" });
    const { questions, messages } = await run(
      { to: LIST, with: "PHP: Memory of a Script" },
      { to: "Memory", with: "256" },
      { to: "Change “PHP: Memory of a Script”", with: true },
    );
    assert.match(questions[0]?.detail ?? "", /with PHP 8\.2: 2\./);
    assert.match(messages[0]?.message ?? "", /The panel says: no/);
  });

  it("changes nothing that somebody has changed while it asked", async () => {
    let isListed = false;
    window.handlers = {
      ...usual,
      "site.list": () => listOf([isListed ? { ...site, note: "of a colleague" } : site]),
      "php.settings": () => {
        isListed = true;
        return listOf([]);
      },
    };
    const { messages } = await run({ to: LIST, with: "Note" }, { to: "Note", with: "new" });
    assert.match(messages[0]?.message ?? "", /it is now “of a colleague”\. Nothing was sent\./);
    assert.deepEqual(changes(), []);
  });

  it("shows settings that nobody may change, or that could not be read, and asks nothing", async () => {
    window.handlers = { ...usual, "file.text": failing({ kind: "rejected", message: "no file" }) };
    const unread = await run({ to: LIST, with: "Redirect to HTTPS" });
    assert.match(unread.messages[0]?.message ?? "", /no file/);
    window.handlers = { ...usual, "site.domains": () => listOf([{ name: "shop.example.com", port: 80 }]) };
    const last = await run({ to: LIST, with: "Remove Domain…" });
    assert.match(last.messages[0]?.message ?? "", /only domain/);
    window.handlers = { ...usual, "site.domains": () => listOf([]) };
    const none = await run({ to: LIST, with: "Remove Domain…" });
    assert.equal(
      none.messages[0]?.message,
      "The panel lists no domain of the website that can be read. Nothing was sent.",
    );
    await window.services.store.update(panel.id, { guardLevel: "readOnly" });
    const { messages } = await run({ to: LIST, with: "Note" });
    assert.match(messages[0]?.message ?? "", /is read-only/);
    assert.deepEqual(changes(), []);
  });

  it("ends where the website is gone, another one, or a project", async () => {
    const [item] = await window.items(panel, "site");
    for (const row of [
      siteRow({ id: 7, name: "new.example.com", type: "PHP" }),
      siteRow({ id: 9, name: "x.y", type: "PHP" }),
    ]) {
      window.handlers = { ...usual, "site.list": () => listOf([row]) };
      const { messages } = await window.run(changeSettings, [item?.id]);
      assert.match(messages[0]?.message ?? "", /is no longer there/);
    }
    site = { ...site, type: "Node" };
    window.handlers = usual;
    const { messages } = await run();
    assert.match(messages[0]?.message ?? "", /are changed in the panel/);
  });

  it("ends with the failure of a panel that does not answer", async () => {
    const [item] = await window.items(panel, "site");
    window.handlers = { ...usual, "site.runPath": failing({ kind: "timeout", afterMs: 1 }) };
    const { messages, choices } = await window.run(changeSettings, [item?.id]);
    assert.deepEqual([messages.length, choices.length], [1, 0]);
  });

  it("leads to the version of PHP", async () => {
    const { choices } = await run({ to: LIST, with: "PHP Version…" }, { to: "PHP Version of", with: undefined });
    assert.deepEqual(choices[1], ["PHP 7.4"]);
  });
});
