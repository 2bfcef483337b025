import assert from "node:assert/strict";
import { exportPanels } from "../../../../src/commands/panels/exportPanels.ts";
import { importPanels } from "../../../../src/commands/panels/importPanels.ts";
import type { ChosenFile } from "../../../../src/ports/workbench.ts";
import { CommandFixture, KEY } from "../../../fakes/commandFixture.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const PIN = Array.from({ length: 32 }, () => "0F").join(":");
const SHOP = { name: "Shop", address: "https://192.0.2.1:8888" };
const BLOG = { name: "Blog", address: "http://192.0.2.2:8888" };
const WHICH = "Which panels?";
const NEW_KEY = "b".repeat(32);

describe("panels in a file", () => {
  let window: CommandFixture;
  let removed: string[];
  let hasTrash: boolean;

  beforeEach(async () => {
    window = await CommandFixture.open();
    removed = [];
    hasTrash = true;
  });
  afterEach(() => window.dispose());

  const fileWith = (text: string): ChosenFile => ({
    name: "panels.json",
    read: async (most) => (text.length > most ? { kind: "tooLarge" } : { kind: "text", text }),
    async remove(how) {
      if (how === "trash" && !hasTrash) throw new Error("no trash here");
      removed.push(how);
    },
  });
  const importing = (panels: readonly object[] | string, ...answers: readonly ScriptedAnswer[]) => {
    const text =
      typeof panels === "string" ? panels : JSON.stringify({ type: "serverPanel.panels", version: 1, panels });
    window.workbench.toOpen = fileWith(text);
    return window.run(importPanels, [], ...answers);
  };
  const stored = () => window.services.store.list();
  const messageOf = async (panels: readonly object[] | string, ...answers: readonly ScriptedAnswer[]) =>
    (await importing(panels, ...answers)).messages.map(({ message }) => message).join();

  describe("that are exported", () => {
    it("are the chosen ones, without keys, and can be imported again", async () => {
      await window.add({ ...SHOP, tags: ["prod"], guardLevel: "readOnly" }, "/abcd1234");
      await window.add(BLOG);
      window.workbench.saveAs = "mine.json";
      const { messages } = await window.run(exportPanels, [], { to: WHICH, with: "Shop" });
      assert.match(
        messages[0]?.message ?? "",
        /“Shop” was exported to mine\.json, without API key, security entrance and SSH login\./,
      );
      const text = window.workbench.saved.get("mine.json") ?? assert.fail("nothing was saved");
      assert.doesNotMatch(text, new RegExp(`${KEY}|abcd1234|Blog`));
      for (const { id } of stored()) await window.services.store.remove(id);
      assert.equal(await messageOf(text, { to: WHICH, with: "Shop" }), "1 panel was imported.");
      const [panel] = stored();
      assert.deepEqual(
        [panel?.name, panel?.address, panel?.tags, panel?.guardLevel, panel?.keyRef, panel?.entranceRef],
        ["Shop", SHOP.address, ["prod"], "readOnly", undefined, undefined],
      );
      assert.deepEqual(window.connectionServices.sent, []);
    });

    it("are not written if the list is dismissed, or nothing is chosen or stored", async () => {
      await window.run(exportPanels, []);
      await window.add(SHOP);
      await window.run(exportPanels, [], { to: WHICH, with: undefined });
      await window.run(exportPanels, [], { to: WHICH, with: "Shop" });
      const { messages } = await window.run(exportPanels, [], { to: WHICH, with: "" });
      assert.match(messages[0]?.message ?? "", /no panel was chosen/);
      assert.equal(window.workbench.saved.size, 0);
    });
  });

  it("are stored in their order, with keys in the secret store, and the file can be moved to the trash", async () => {
    const { messages } = await importing(
      [{ ...SHOP, address: `${SHOP.address}/abcd1234`, apiKey: NEW_KEY }, BLOG],
      { to: WHICH, with: "Shop|Blog" },
      { to: "holds API keys", with: "Delete File…" },
      { to: "Move panels.json to the trash?", with: true },
    );
    assert.match(messages[0]?.message ?? "", /^2 panels were imported\. Delete panels\.json/);
    const [shop, blog] = stored();
    assert.ok(shop && blog);
    assert.deepEqual([shop.name, blog.name], ["Shop", "Blog"]);
    assert.equal(await window.services.store.apiKey(shop), NEW_KEY);
    assert.equal(await window.services.store.entrance(shop), "/abcd1234");
    assert.equal(await window.services.store.apiKey(blog), undefined);
    assert.equal(blog.httpConsent, false);
    assert.deepEqual(window.callResults, [[blog, { operation: "system.total", failure: { kind: "consentNeeded" } }]]);
    assert.deepEqual(removed, ["trash"]);
    assert.deepEqual(window.connectionServices.sent, []);
  });

  it("stay in the file, or it is deleted for good if there is no trash", async () => {
    hasTrash = false;
    const file = [{ ...SHOP, apiKey: NEW_KEY }];
    const ask = [
      { to: "holds API keys", with: "Delete File…" },
      { to: "to the trash?", with: true },
    ];
    await importing(file, { to: WHICH, with: "Shop" }, ...ask, { to: "permanently", with: false });
    assert.deepEqual(removed, []);
    await importing(file, { to: WHICH, with: "Shop" }, ...ask, { to: "permanently", with: true });
    assert.deepEqual(removed, ["forGood"]);
  });

  it("are imported although others cannot be read, which the message names", async () => {
    const text = await messageOf([{ name: "Bad", address: "nowhere at all" }, SHOP], { to: WHICH, with: "Shop" });
    assert.equal(text, "1 panel was imported. Could not be read: “Bad” (address).");
    assert.match(await messageOf([{ name: "Bad" }]), /^Nothing was imported\. Could not be read: “Bad” \(address\)\.$/);
  });

  it("are not imported if the file is not an exported one", async () => {
    assert.match(await messageOf("{"), /panels\.json is not JSON/);
    assert.match(await messageOf("{}"), /not a file of exported panels/);
    assert.match(await messageOf('{"type":"serverPanel.panels","version":2,"panels":[]}'), /newer version/);
    assert.match(await messageOf(`"${"x".repeat(2 ** 20)}"`), /larger than 1 MB/);
    assert.match(await messageOf([]), /has no panels/);
    window.workbench.toOpen = undefined;
    await window.run(importPanels, []);
    assert.deepEqual(stored(), []);
  });

  describe("at an address that is here already", () => {
    beforeEach(async () => {
      await window.add({ ...SHOP, name: "Mine", guardLevel: "typeName", pin: PIN, tags: ["old"] });
    });

    it("say so and are not checked at first, so that only new ones are imported", async () => {
      const file = [SHOP, BLOG];
      const { suggested, messages } = await importing(file, { to: WHICH, with: "Blog" });
      assert.deepEqual(suggested, [["Blog"]]);
      assert.equal(messages[0]?.message, "1 panel was imported.");
      await importing(file, { to: WHICH, with: undefined });
      assert.deepEqual(
        stored().map(({ name }) => name),
        ["Mine", "Blog"],
      );
    });

    it("update it, and weaken neither its protection nor its certificate", async () => {
      const file = [
        { ...SHOP, guardLevel: "trusted", pin: PIN.replaceAll("0F", "AA"), tags: ["new"], apiKey: NEW_KEY },
      ];
      const text = await messageOf(file, { to: WHICH, with: "Shop" });
      assert.match(text, /^1 panel was updated\./);
      const [panel = assert.fail()] = stored();
      assert.equal(stored().length, 1);
      assert.deepEqual([panel.name, panel.guardLevel, panel.pin, panel.tags], ["Shop", "typeName", PIN, ["new"]]);
      assert.equal(await window.services.store.apiKey(panel), NEW_KEY);
    });

    it("protect it more where the file does", async () => {
      await messageOf([{ ...SHOP, guardLevel: "readOnly" }], { to: WHICH, with: "Shop" });
      assert.equal(stored()[0]?.guardLevel, "readOnly");
    });

    it("update the first of the file if the file has an address twice, and are not checked at first either", async () => {
      const file = [BLOG, { ...BLOG, name: "Again" }];
      const { suggested } = await importing(file, { to: WHICH, with: "Blog|Again" });
      assert.deepEqual(suggested, [["Blog"]]);
      assert.deepEqual(
        stored().map(({ name }) => name),
        ["Mine", "Again"],
      );
    });
  });

  describe("that are less protected than a new one, hide something, or have a certificate trusted", () => {
    const take = (answer: string | undefined) => ({ to: "Take over everything that the file says", with: answer });
    const weak = { ...SHOP, guardLevel: "trusted", hiddenGroups: ["container", "site", "newer"], pin: PIN };
    const choose = { to: WHICH, with: "Shop" };
    const now = () => stored().map(({ name, guardLevel, hiddenGroups, pin }) => [name, guardLevel, hiddenGroups, pin]);

    it("are shown in one question, and taken over only if the person agrees", async () => {
      const { questions } = await importing([weak], choose, take(undefined));
      assert.deepEqual(stored(), []);
      assert.match(questions[0]?.message ?? "", /about “Shop”\?$/);
      assert.match(
        questions[0]?.detail ?? "",
        /^“Shop” \(Trusted, without Containers, without Websites, without newer, certificate trusted\)\. Trust a certificate only if /,
      );
      await importing([weak], choose, take("Import Carefully"));
      assert.deepEqual(now(), [["Shop", "ask", [], undefined]]);
      await window.services.store.remove(stored()[0]?.id ?? "");
      await importing([{ ...weak, pinnedUntil: "2030-01-01T00:00:00.000Z" }], choose, take("Take Over Everything"));
      assert.deepEqual(now(), [["Shop", "trusted", weak.hiddenGroups, PIN]]);
      assert.equal(stored()[0]?.pinnedUntil, "2030-01-01T00:00:00.000Z");
    });

    it("need one decision for all of them", async () => {
      const file = [
        weak,
        { ...BLOG, hiddenGroups: ["javaProject"] },
        { ...BLOG, name: "Safe", address: "https://192.0.2.3" },
      ];
      const { questions } = await importing(file, { to: WHICH, with: "Shop|Blog|Safe" }, take("Import Carefully"));
      assert.match(questions[0]?.message ?? "", /about 2 panels\?$/);
      assert.doesNotMatch(questions[0]?.detail ?? "", /Safe/);
      assert.deepEqual(
        now().map(([, level, hidden]) => [level, hidden]),
        [
          ["ask", []],
          ["ask", []],
          ["ask", []],
        ],
      );
    });

    it("are not told of certificates where the file names none", async () => {
      const { questions } = await importing([{ ...SHOP, guardLevel: "trusted" }], choose, take("Import Carefully"));
      assert.doesNotMatch(questions[0]?.detail ?? "", /Trust a certificate/);
    });

    it("hide no more than the panel at their address does, unless somebody agrees", async () => {
      await window.add({ ...SHOP, guardLevel: "trusted", hiddenGroups: ["container", "javaProject"] });
      const { questions } = await importing([weak], choose, take("Import Carefully"));
      assert.match(questions[0]?.detail ?? "", /^“Shop” \(without Websites, without newer\)\. /);
      // it is updated all the same
      assert.match(questions[0]?.detail ?? "", /A panel that is already here keeps showing its groups\.$/);
      assert.deepEqual(now(), [["Shop", "trusted", ["container"], undefined]]);
      await importing([{ ...weak, hiddenGroups: ["container"] }], choose);
      assert.deepEqual(now(), [["Shop", "trusted", ["container"], undefined]]);
      await importing([{ ...weak, hiddenGroups: ["site"] }], choose, take("Take Over Everything"));
      assert.deepEqual(now(), [["Shop", "trusted", ["site"], undefined]]);
    });
  });

  it("are searched for secrets under other names, with a warning, and the file can be deleted", async () => {
    const { messages } = await importing(
      [{ ...SHOP, api_key: NEW_KEY }],
      { to: WHICH, with: "Shop" },
      { to: "looks like a key or password", with: "Delete File…" },
      { to: "Move panels.json to the trash?", with: true },
    );
    assert.match(
      messages[0]?.message ?? "",
      /^1 panel was imported\. panels\.json holds what looks like .* only what is called “apiKey”/,
    );
    assert.equal(messages[0]?.severity, "warning");
    const [shop] = stored();
    assert.equal(shop?.keyRef, undefined);
    assert.deepEqual(window.callResults, [[shop, { operation: "system.total", failure: { kind: "keyNeeded" } }]]);
    assert.deepEqual(removed, ["trash"]);
    assert.match(
      await messageOf([{ name: "Bad", token: "x" }]),
      /^Nothing was imported\. .*looks like a key or password/,
    );
  });

  it("are imported until the secret store fails, and the message names the first that was not", async () => {
    window.secrets.store = async () => Promise.reject(new Error("locked"));
    const file = [BLOG, { ...SHOP, apiKey: NEW_KEY }];
    const { messages } = await importing(file, { to: WHICH, with: "Shop|Blog" });
    const [{ message, buttons } = assert.fail("there is no message")] = messages;
    assert.match(message, /^1 panel was imported\. “Shop” and the panels after it were not imported\. .*keyring/);
    assert.match(message, /delete it once all panels are imported\.$/);
    assert.deepEqual(buttons, [], "the key is in the file alone");
    assert.equal(stored().length, 1);
  });
});
