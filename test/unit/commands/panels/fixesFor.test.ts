import assert from "node:assert/strict";
import { showFailure } from "../../../../src/commands/context/showFailure.ts";
import { fixesFor } from "../../../../src/commands/panels/fixesFor.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { panelRecord } from "../../../fakes/rows.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import type { ScriptedAnswer } from "../../../fakes/scriptedDialogs.ts";

const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");
const certificate = { subject: "s", issuer: "i", validFrom: "", validTo: "", fingerprint256: FINGERPRINT };
const untrusted: PanelFailure = { kind: "tls", problem: "untrusted", code: "", certificate };

const EDIT = "Edit Panel…";
const KEY = "Change API Key…";
const BROWSE = "Open Panel in Browser";
const LOG = "Show Extension Log";
const COPY = "Copy Address";
const AGAIN = "Try Again";
const REVIEW = "Review…";
const CERTIFICATE = "Review Certificate…";

/** The buttons of each failure, the likeliest first. */
const BUTTONS: readonly (readonly [PanelFailure, readonly string[]])[] = [
  [{ kind: "refused", reason: "key" }, [KEY, AGAIN, BROWSE]],
  [{ kind: "refused", reason: "locked" }, [BROWSE, AGAIN, KEY]],
  [{ kind: "refused", reason: "ip" }, [BROWSE, AGAIN]],
  [{ kind: "refused", reason: "ip", clientAddress: "192.0.2.50" }, [COPY, AGAIN, BROWSE]],
  [{ kind: "keyNeeded" }, ["Enter API Key…"]],
  [{ kind: "consentNeeded" }, [REVIEW]],
  [untrusted, [CERTIFICATE, EDIT]],
  [{ kind: "tls", problem: "other", code: "" }, [EDIT, BROWSE]],
  [{ kind: "network", code: "ECONNREFUSED" }, [EDIT, BROWSE]],
  [{ kind: "timeout", afterMs: 1 }, [EDIT, BROWSE]],
  [{ kind: "page", status: 502 }, [BROWSE, EDIT]],
  [{ kind: "uncertain", cause: { kind: "timeout", afterMs: 1 } }, [EDIT, BROWSE]],
  [{ kind: "rejected", message: "no" }, [LOG]],
  [{ kind: "defect" }, [LOG]],
];

describe("fixes for a failure", () => {
  let window: CommandFixture;
  let panel: PanelRecord;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add({}, "/abcd1234");
  });
  afterEach(() => window.dispose());

  /** Shows a failure of the panel, presses a button, and gives the answers. */
  const press = (failure: PanelFailure, button: string, ...answers: readonly ScriptedAnswer[]) =>
    window.answering([{ to: "“Shop”", with: button }, ...answers], () => showFailure(window.services, failure, panel));
  const now = () => window.services.store.get(panel.id);

  for (const [failure, expected] of BUTTONS)
    it(`are offered: ${JSON.stringify(failure).slice(0, 60)}`, async () => {
      const fixes = await fixesFor(window.services, failure, panel);
      assert.deepEqual(
        fixes.map(({ label }) => label),
        expected,
      );
    });

  it("are the log for the demo panel, and without a panel", async () => {
    for (const other of [undefined, panelRecord({ id: "demo" })]) {
      const [fix, ...others] = await fixesFor(window.services, { kind: "keyNeeded" }, other);
      assert.deepEqual([fix?.label, others], [LOG, []]);
      await fix?.run();
    }
    assert.equal(window.log.timesShown, 2);
  });

  it("open the panel's pages by its entrance, which is masked from then on", async () => {
    await press({ kind: "timeout", afterMs: 1 }, BROWSE);
    assert.deepEqual(window.workbench.opened, ["https://192.0.2.1:8888/abcd1234"]);
    assert.doesNotMatch(window.redactor.redact("at /abcd1234"), /abcd1234/);
  });

  it("copy the address that the panel's allowlist lacks", async () => {
    await press({ kind: "refused", reason: "ip", clientAddress: "192.0.2.50" }, COPY);
    assert.deepEqual(window.workbench.copied, ["192.0.2.50"]);
  });

  it("try a panel that refused us again, and show the result", async () => {
    const refused: PanelFailure = { kind: "refused", reason: "key" };
    window.handlers = { "system.total": failing({ kind: "refused", reason: "locked" }) };
    const { messages } = await press(refused, AGAIN);
    assert.match(messages[1]?.message ?? "", /“Shop”: The panel has locked this computer out/);
    window.handlers = {};
    assert.equal((await press(refused, AGAIN)).messages.length, 1);
  });

  it("trust a certificate after a question", async () => {
    await press(untrusted, CERTIFICATE, { to: "192.0.2.1", with: false });
    assert.equal(now()?.pin, undefined);
    await press(untrusted, CERTIFICATE, { to: "192.0.2.1", with: true });
    assert.equal(now()?.pin, FINGERPRINT);
  });

  it("agree to http after a question", async () => {
    panel = await window.services.store.update(panel.id, { address: "http://192.0.2.1:8888" });
    await press({ kind: "consentNeeded" }, REVIEW, { to: "without encryption", with: false });
    assert.equal(now()?.httpConsent, false);
    await press({ kind: "consentNeeded" }, REVIEW, { to: "without encryption", with: true });
    assert.equal(now()?.httpConsent, true);
  });

  it("do nothing to a panel that has moved since, and show a message", async () => {
    const telling = window.answering([{ to: "“Shop”", with: CERTIFICATE }], async () => {
      const fixes = fixesFor(window.services, untrusted, panel);
      await window.services.store.update(panel.id, { address: "https://192.0.2.2:8888" });
      await showFailure({ ...window.services, fixesFor: () => fixes }, untrusted, panel);
    });
    const { messages, questions } = await telling;
    assert.match(messages[1]?.message ?? "", /was changed in the meantime/);
    assert.deepEqual(questions, []);
  });

  it("show a message if the panel was removed since", async () => {
    const { messages } = await window.answering([{ to: "“Shop”", with: "Enter API Key…" }], async () => {
      await window.services.store.remove(panel.id);
      await showFailure(window.services, { kind: "keyNeeded" }, panel);
    });
    assert.equal(messages[1]?.severity, "error");
    assert.equal(messages.length, 2);
  });

  it("move a panel to https if it answers there", async () => {
    panel = await window.services.store.update(panel.id, { address: "http://192.0.2.1:8888", httpConsent: true });
    window.connectionServices.answer = ({ url }) => {
      if (url.protocol === "http:") throw new PanelError({ kind: "network", code: "ECONNRESET" });
      return { body: '{"memTotal":1,"version":"11.7.0"}' };
    };
    await press({ kind: "network", code: "ECONNRESET" }, "Use https://192.0.2.1:8888");
    assert.deepEqual([now()?.address, now()?.httpConsent], ["https://192.0.2.1:8888", false]);
  });
});
