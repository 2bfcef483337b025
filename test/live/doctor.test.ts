import assert from "node:assert/strict";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { failureIn, steps, type Finding, type Step } from "../../src/doctor/finding.ts";
import type { PanelDraft } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { findingText, stepName } from "../../src/texts/doctorTexts.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { startSecurePanel } from "../host/helpers/startSecurePanel.ts";
import { testCertificate } from "../wire/certificates.ts";
import { note } from "./claims.ts";
import type { LivePanel } from "./livePanels.ts";
import { LiveWindow } from "./liveWindow.ts";
import { onEachPanel } from "./onEachPanel.ts";
import type { ApiSettings } from "./server.ts";

/** A panel with a fault, and how it is stored. The caller closes it. */
interface Faulty extends Pick<PanelDraft, "address"> {
  readonly name: string;
  readonly key: string;
  readonly pin?: string | undefined;
  readonly close: () => Promise<void>;
}

interface Fault {
  readonly what: string;
  readonly make: (panel: LivePanel) => Promise<Faulty>;
  /** The step with the cross, and its failure. */
  readonly step: Step;
  readonly failure: object;
  readonly refused: number;
}

const NOTHING = async () => undefined;

async function withApi(panel: LivePanel, settings: ApiSettings): Promise<Faulty> {
  const close = await panel.server.changeApi(settings);
  const { name, address, key, pin } = panel;
  return { name, address, key, pin, close };
}

/** The start of a demo panel as it stands in the table. */
const demoNamed = ({ edition }: LivePanel, { address, key }: DemoPanel, close: () => Promise<void>): Faulty => ({
  name: `${edition} (demo)`,
  address,
  key,
  close,
});

const FAULTS: readonly Fault[] = [
  {
    what: "API off",
    make: async (panel) => withApi(panel, { open: false }),
    step: "api",
    failure: { kind: "page", status: 404 },
    refused: 0,
  },
  {
    what: "address not allowed",
    make: async (panel) => withApi(panel, { limit_addr: ["192.0.2.9"] }),
    step: "allowed",
    failure: { kind: "refused", reason: "ip" },
    refused: 1,
  },
  {
    what: "wrong key",
    make: async (panel) => ({ ...panel, key: "wrongKeywrongKeywrongKeywrongKey", close: NOTHING }),
    step: "key",
    failure: { kind: "refused", reason: "key" },
    refused: 1,
  },
  {
    what: "panel stopped",
    async make(live) {
      const panel = await startDemoPanel({ edition: live.edition });
      await panel.close();
      return demoNamed(live, panel, NOTHING);
    },
    step: "port",
    failure: { kind: "network", code: "ECONNREFUSED" },
    refused: 0,
  },
  {
    what: "certificate changed",
    async make(live) {
      const pin = testCertificate("panel").fingerprint256;
      if (live.address.startsWith("https:")) return { ...live, pin, close: NOTHING };
      const panel = await startSecurePanel("other", { edition: live.edition });
      return { ...demoNamed(live, panel, async () => panel.close()), pin };
    },
    step: "secure",
    failure: { kind: "tls", problem: "changed", code: "ERR_PIN_MISMATCH" },
    refused: 0,
  },
];

onEachPanel("The doctor", (live, edition) => {
  let window: LiveWindow;
  before(async () => {
    // demo panels run by a clock of their own, which would be a finding
    window = await LiveWindow.open({ clock: systemClock, waitMs: 10_000 });
  });
  after(() => window.dispose());

  const findings = async (id: string): Promise<readonly Finding[]> => {
    const { store, connections, connectionServices, reach } = window.services;
    const record = store.get(id) ?? assert.fail("it is gone");
    const connection = connections.of(record);
    const from = { computer: "live test", place: "only" } as const;
    const all: Finding[] = [];
    const patient = { record, connection, services: connectionServices, reach, from };
    for await (const finding of diagnose(patient, AbortSignal.timeout(60_000))) all.push(finding);
    return all;
  };
  const crossesIn = (all: readonly Finding[]) => all.filter(({ mark }) => mark === "cross");

  for (const { what, make, step, failure, refused } of FAULTS)
    it(`finds: ${what}`, async () => {
      const { name, address, key, pin, close } = await make(live.panel);
      const before = window.refused;
      try {
        const draft = { name: what, address, ...(pin !== undefined && { pin }) };
        const { id } = await window.services.store.add(draft, { apiKey: key });
        for (const round of ["first", "second"] as const) {
          const all = await findings(id);
          assert.deepEqual(
            all.map((finding) => finding.step),
            steps,
          );
          const [cross, ...others] = crossesIn(all);
          assert.ok(cross !== undefined && others.length === 0, JSON.stringify(all));
          const claimed = `${stepName(cross.step)}: ${findingText(cross, address)}`;
          note({ operation: `diagnose, ${round} time`, panel: name, claimed, so: what });
          assert.equal(cross.step, step);
          assert.partialDeepStrictEqual(failureIn(cross), failure);
          const above = all.slice(0, steps.indexOf(step));
          assert.equal(
            above.every(({ mark }) => mark === "tick"),
            true,
            JSON.stringify(all),
          );
          assert.equal(window.refused - before, refused, "no refusal is added");
        }
        await window.services.store.remove(id);
      } finally {
        await close();
      }
    });

  it("finds nothing on a panel that is well", async () => {
    const { record } = await window.add(live.panel);
    const all = await findings(record.id);
    assert.deepEqual(crossesIn(all), []);
    const software = all.find(({ step }) => step === "edition")?.seen;
    assert.ok(software?.fact === "software");
    note({
      operation: "diagnose",
      panel: live.panel.name,
      claimed: `${software.edition}, no cross`,
      so: `${edition}, well`,
    });
    assert.equal(software.edition, edition);
  });
});
