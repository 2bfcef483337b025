import type { PanelRecord } from "../panels/panelRecord.ts";
import type { RunsOn } from "../ports/environment.ts";
import type { Clock } from "../storage/ports.ts";
import type { ConnectionHistory } from "./connectionHistory.ts";
import { diagnose, type DiagnosisTarget } from "./diagnose.ts";
import type { Asker, Finding } from "./finding.ts";
import type { Reach } from "./reach.ts";

/** The services of a window with which a panel is diagnosed. */
export interface ExaminingServices {
  readonly connections: { of(panel: PanelRecord): DiagnosisTarget["connection"] };
  readonly connectionServices: DiagnosisTarget["services"];
  readonly reach: Reach;
  readonly computer: string;
  readonly support: { place(): RunsOn };
  readonly history: Pick<ConnectionHistory, "diagnosed">;
  readonly clock: Clock;
}

/** Diagnoses a panel, and notes the diagnosis for reports once it is whole. Yields and throws as `diagnose` does. */
export async function* examine(
  services: ExaminingServices,
  record: PanelRecord,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const { connections, connectionServices, reach, computer, support, history, clock } = services;
  const from: Asker = { computer, place: support.place() };
  const findings: Finding[] = [];
  const target: DiagnosisTarget = {
    record,
    connection: connections.of(record),
    services: connectionServices,
    reach,
    from,
  };
  for await (const finding of diagnose(target, signal)) {
    findings.push(finding);
    yield finding;
  }
  // by the wall clock: read by people
  history.diagnosed({ panelId: record.id, at: clock.wallTime(), findings });
}
