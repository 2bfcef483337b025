import assert from "node:assert/strict";
import { changeKey } from "../../../../src/commands/panels/changeKey.ts";
import { editPanel } from "../../../../src/commands/panels/editPanel.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { CommandFixture, KEY } from "../../../fakes/commandFixture.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const NEW_KEY = "b".repeat(32);
const REFUSED: PanelFailure = { kind: "refused", reason: "key" };

describe("editing a panel", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
  });
  afterEach(() => window.dispose());

  const edit = (what: string, ...answers: readonly ScriptedAnswer[]) =>
    window.answering([{ to: "Edit “Shop”", with: what }, ...answers], () => editPanel(window.services, panel));
  const now = () => window.services.store.get(panel.id) ?? assert.fail("it is gone");
  const failWith = (...failures: readonly PanelFailure[]) => {
    const open = [...failures];
    window.connectionServices.answer = () => {
      const failure = open.shift();
      if (failure !== undefined) throw new PanelError(failure);
      return { body: '{"memTotal":1,"version":"11.7.0"}' };
    };
  };

  it("changes nothing if a box is dismissed", async () => {
    await window.answering([{ to: "Edit “Shop”", with: undefined }], () => editPanel(window.services, panel));
    for (const what of ["Name", "Address", "API Key", "Security Entrance", "Protection"])
      await edit(what, { to: "", with: undefined });
    assert.deepEqual(now(), panel);
    assert.deepEqual(window.connectionServices.sent, []);
  });

  it("shows a message for the demo panel", async () => {
    const { messages } = await window.answering([], () => editPanel(window.services, panelRecord({ id: "demo" })));
    assert.match(messages[0]?.message ?? "", /cannot be edited/);
  });

  it("renames it, and asks the panel for nothing", async () => {
    await edit("Name", { to: "Panel Name", with: " Bl\u200bog " });
    assert.equal(now().name, "Bl og");
    assert.deepEqual(window.connectionServices.sent, []);
  });

  it("stores an entrance, and removes it if nothing is typed", async () => {
    const { inputs } = await edit("Security Entrance", { to: "Entrance", with: "abcd1234" });
    assert.equal(await window.services.store.entrance(now()), "/abcd1234");
    assert.equal(typeof inputs[0]?.problem?.("https://192.0.2.1/abcd1234"), "string");
    panel = now();
    await edit("Security Entrance", { to: "Entrance", with: "" });
    assert.equal(await window.services.store.entrance(now()), undefined);
  });

  describe("its protection", () => {
    const protect = (...answers: readonly ScriptedAnswer[]) => edit("Protection", ...answers);

    it("is raised without a question, and lowered with one", async () => {
      const { highlighted } = await protect({ to: "Protection of “Shop”", with: "Read Only" });
      assert.equal(highlighted.filter((label) => label !== undefined).length, 1, "the current one");
      assert.equal(now().guardLevel, "readOnly");
      panel = now();
      await protect({ to: "Protection of “Shop”", with: "Ask" }, { to: "Lower the protection", with: false });
      assert.equal(now().guardLevel, "readOnly");
      await protect({ to: "Protection of “Shop”", with: "Ask" }, { to: "Lower the protection", with: true });
      assert.equal(now().guardLevel, "ask");
    });
  });

  describe("its key", () => {
    it("is tried with one signed call, and stored", async () => {
      await edit("API Key", { to: "API Key", with: NEW_KEY });
      assert.equal(window.connectionServices.sent.length, 1);
      assert.equal(await window.services.store.apiKey(now()), NEW_KEY);
      assert.notEqual(now().keyRef, panel.keyRef);
    });

    it("is asked for at once, even if the secret storage hangs", async () => {
      window.services.store.entrance = async () => new Promise(() => undefined);
      const answer = { to: "API Key", with: undefined };
      const { inputs } = await window.answering([answer], () => changeKey(window.services, panel));
      assert.equal(inputs.length, 1);
    });

    it("stays if the panel refuses the new one and the person gives up", async () => {
      failWith(REFUSED);
      await edit("API Key", { to: "API Key", with: NEW_KEY }, { to: "not saved yet", with: undefined });
      assert.equal(await window.services.store.apiKey(now()), KEY);
      assert.equal(now().keyRef, panel.keyRef);
    });

    it("is asked for again, or stored if the person insists", async () => {
      failWith(REFUSED, REFUSED);
      const change = { to: "not saved yet", with: "Change the API Key…" };
      await edit(
        "API Key",
        { to: "API Key", with: "c".repeat(32) },
        change,
        { to: "API Key", with: undefined },
        change,
        { to: "API Key", with: NEW_KEY },
        { to: "not saved yet", with: "Save Anyway" },
      );
      assert.equal(window.connectionServices.sent.length, 2);
      assert.equal(await window.services.store.apiKey(now()), NEW_KEY);
      assert.deepEqual(
        window.callResults.map(([shown, { failure }]) => [shown, failure?.kind]),
        [[now(), "refused"]],
      );
    });
  });

  describe("its address", () => {
    const to = (address: string | undefined): ScriptedAnswer => ({ to: "Panel Address", with: address });

    it("is tried with one signed call, and stored with the entrance that was typed", async () => {
      await edit("Address", to("https://192.0.2.2:8888/abcd1234"));
      assert.equal(window.connectionServices.sent.length, 1);
      assert.equal(now().address, "https://192.0.2.2:8888");
      assert.equal(await window.services.store.entrance(now()), "/abcd1234");
      assert.deepEqual(window.callResults, [[now(), { operation: "system.total" }]]);
    });

    it("stays if the new one fails and the person gives up", async () => {
      failWith({ kind: "page", status: 502 });
      await edit("Address", to("https://192.0.2.2:8888"), { to: "not saved yet", with: undefined });
      assert.deepEqual(now(), panel);
    });

    it("is asked for again with the typed text, or stored if the person insists", async () => {
      failWith({ kind: "page", status: 502 }, { kind: "page", status: 502 }, { kind: "page", status: 502 });
      const change = { to: "not saved yet", with: "Change the Address…" };
      const { inputs } = await edit(
        "Address",
        to("https://192.0.2.2:8888"),
        { to: "not saved yet", with: "Try Again" },
        change,
        to(undefined),
        change,
        to("https://192.0.2.3:8888"),
        { to: "not saved yet", with: "Save Anyway" },
      );
      assert.deepEqual(
        inputs.map(({ value }) => value),
        [panel.address, "https://192.0.2.2:8888", "https://192.0.2.2:8888"],
      );
      assert.equal(now().address, "https://192.0.2.3:8888");
    });

    it("is stored without a call if there is no key to try it with", async () => {
      window.secrets.values.clear();
      await edit("Address", to("https://192.0.2.2:8888"));
      assert.equal(now().address, "https://192.0.2.2:8888");
      assert.deepEqual([window.connectionServices.sent, window.callResults], [[], []]);
    });

    it("may belong to another panel already: that one is shown, or both have it", async () => {
      const other = await window.add({ name: "Old", address: "https://192.0.2.9:8888" });
      await edit("Address", to(other.address), { to: "“Old” is already at", with: "Show It" });
      assert.deepEqual(now(), panel);
      await edit("Address", to(other.address), { to: "“Old” is already at", with: "Use Anyway" });
      assert.equal(now().address, other.address);
    });

    it("changes to http only after a warning that it has https", async () => {
      const { inputs, questions } = await edit(
        "Address",
        to("http://192.0.2.1:8888"),
        { to: "without encryption", with: false },
        to(undefined),
      );
      assert.equal(inputs.at(-1)?.value, "http://192.0.2.1:8888");
      assert.match(questions[0]?.detail ?? "", /the connection may be intercepted/);
      assert.deepEqual(now(), panel);
    });

    it("changes to https if a panel answers there", async () => {
      panel = await window.services.store.update(panel.id, { address: "http://192.0.2.1:8888", httpConsent: true });
      window.connectionServices.answer = ({ url }) => {
        if (url.protocol === "http:") throw new PanelError({ kind: "network", code: "ECONNRESET" });
        return { body: '{"memTotal":1,"version":"11.7.0"}' };
      };
      await edit(
        "Address",
        to("http://192.0.2.1:8888"),
        { to: "without encryption", with: true },
        { to: "not saved yet", with: "Use https://192.0.2.1:8888" },
      );
      assert.deepEqual([now().address, now().httpConsent], ["https://192.0.2.1:8888", false]);
    });
  });
});
