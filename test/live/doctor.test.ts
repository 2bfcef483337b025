import assert from "node:assert/strict";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { failureIn, steps, type Finding, type Step } from "../../src/doctor/finding.ts";
import type { PanelDraft } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { findingText, stepName } from "../../src/texts/doctorTexts.ts";
import type { KnownEdition } from "../../src/wire/answers/operation.ts";
import { startDemoPanel, type DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { startSecurePanel } from "../host/helpers/startSecurePanel.ts";
import { testCertificate } from "../wire/certificates.ts";
import { note } from "./claims.ts";
import { LiveWindow } from "./liveWindow.ts";
import { onEachPanel } from "./onEachPanel.ts";

/** A demo panel with a fault, and how it is stored. */
interface Faulty {
  readonly panel: DemoPanel;
  readonly stored?: Partial<PanelDraft>;
  readonly key?: string;
}

interface Fault {
  readonly what: string;
  readonly make: (edition: KnownEdition) => Promise<Faulty>;
  /** The step with the cross, and its failure. */
  readonly step: Step;
  readonly failure: object;
  readonly refused: number;
}

const FAULTS: readonly Fault[] = [
  {
    what: "API off",
    async make(edition) {
      const panel = await startDemoPanel({ edition });
      panel.state.switches.apiOpen = false;
      return { panel };
    },
    step: "api",
    failure: { kind: "page", status: 404 },
    refused: 0,
  },
  {
    what: "address not allowed",
    make: async (edition) => ({ panel: await startDemoPanel({ edition, allowedAddresses: ["192.0.2.9"] }) }),
    step: "allowed",
    failure: { kind: "refused", reason: "ip", clientAddress: "127.0.0.1" },
    refused: 1,
  },
  {
    what: "wrong key",
    make: async (edition) => ({ panel: await startDemoPanel({ edition }), key: "wrongKeywrongKeywrongKeywrongKey" }),
    step: "key",
    failure: { kind: "refused", reason: "key" },
    refused: 1,
  },
  {
    what: "panel stopped",
    async make(edition) {
      const panel = await startDemoPanel({ edition });
      await panel.close();
      return { panel };
    },
    step: "port",
    failure: { kind: "network", code: "ECONNREFUSED" },
    refused: 0,
  },
  {
    what: "certificate changed",
    make: async (edition) => ({
      panel: await startSecurePanel("other", { edition }),
      stored: { pin: testCertificate("panel").fingerprint256 },
    }),
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
    it(`finds on a demo panel: ${what}`, async () => {
      const { panel, stored, key = panel.key } = await make(edition);
      try {
        const draft = { name: what, address: panel.address, ...stored };
        const { id } = await window.services.store.add(draft, { apiKey: key });
        for (const round of ["first", "second"] as const) {
          const all = await findings(id);
          assert.deepEqual(
            all.map((finding) => finding.step),
            steps,
          );
          const [cross, ...others] = crossesIn(all);
          assert.ok(cross !== undefined && others.length === 0, JSON.stringify(all));
          note({
            operation: `diagnose, ${round} time`,
            panel: `${edition} (demo)`,
            claimed: `${stepName(cross.step)}: ${findingText(cross, panel.address)}`,
            so: what,
          });
          assert.equal(cross.step, step);
          assert.partialDeepStrictEqual(failureIn(cross), failure);
          assert.equal(
            all.slice(0, steps.indexOf(step)).every(({ mark }) => mark === "tick"),
            true,
            JSON.stringify(all),
          );
          assert.equal(panel.counters.refused, refused, "no refusal is added");
        }
      } finally {
        await panel.close().catch(() => undefined);
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
