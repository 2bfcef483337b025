import { withErrorBoundary } from "../../../src/commands/context/showFailure.ts";
import { forPanel } from "../../../src/commands/context/askPanel.ts";
import { fixesFor, type Fixing } from "../../../src/commands/panels/fixesFor.ts";
import { Connections } from "../../../src/connection/connections.ts";
import { LockoutGuard } from "../../../src/connection/lockoutGuard.ts";
import type { ConnectionServices } from "../../../src/connection/panelConnection.ts";
import { secretsInUse } from "../../../src/connection/secretsInUse.ts";
import { ConnectionHistory } from "../../../src/doctor/connectionHistory.ts";
import { diagnose } from "../../../src/doctor/diagnose.ts";
import { diagnosticsText } from "../../../src/doctor/diagnostics.ts";
import type { Finding } from "../../../src/doctor/finding.ts";
import { systemReach } from "../../../src/doctor/reach.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { Dialogs } from "../../../src/ports/dialogs.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import type { Call } from "../../../src/resources/resource.ts";
import type { Clock } from "../../../src/storage/ports.ts";
import { diagnosisText } from "../../../src/texts/doctorTexts.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { createTransport } from "../../../src/wire/http/transport.ts";
import { logCalls } from "../../../src/product/logCalls.ts";
import { FakeWorkbench } from "../../fakes/fakeWorkbench.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import type { Telling } from "../../../src/commands/context/telling.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

/** What a person saw of a call. */
export interface Shown {
  readonly failure: PanelFailure | undefined;
  /** Empty where nothing was shown. */
  readonly message: string;
  readonly buttons: readonly string[];
}

const NEVER = new AbortController().signal;

/** The way of the product from a call to its sockets, and back to what a person reads. */
export class FaultWindow {
  readonly clock: Clock;
  /** The tokens of signed calls, in their order. */
  readonly tokens: string[] = [];
  readonly connections: Connections;
  readonly #redactor = new Redactor();
  readonly #log = new TestLog();
  readonly #history = new ConnectionHistory();
  readonly #services: ConnectionServices;
  /** Everything that was shown or written, as it stood there. */
  readonly #told: string[] = [];

  /** @param key of all panels */
  constructor(clock: Clock, key: string | undefined) {
    this.clock = clock;
    const logCall = logCalls(this.#log);
    this.#services = {
      guard: new LockoutGuard({ root: "/guard", clock, log: this.#log, files: memoryFiles() }),
      clock,
      createTransport,
      apiKey: secretsInUse(this.#redactor, () => key).apiKey,
      onSecrets: (secrets) => {
        this.tokens.push(secrets.token);
        this.#redactor.addSent(secrets);
      },
      onCall: (record, call) => {
        logCall(record, call);
        this.#history.called(call, clock.wallTime());
      },
    };
    this.connections = new Connections(this.#services);
  }

  /** Runs a task for a panel as a command does. */
  async run(record: PanelRecord, task: (call: Call) => Promise<unknown>): Promise<Shown> {
    let shown: Shown = { failure: undefined, message: "", buttons: [] };
    const log = Object.assign(this.#log, { show: () => undefined });
    const services = { connectionServices: this.#services, log } as Partial<Fixing> as Fixing;
    const dialogs: Partial<Dialogs> = {
      notify: ({ message, names = [], buttons = [] }) =>
        void (shown = { ...shown, message: this.#tell(message, names), buttons }),
    };
    const telling: Telling = {
      dialogs: dialogs as Dialogs,
      log,
      fixesFor: (...given) => fixesFor(services, ...given),
      diagnose: async () => undefined,
    };
    const noting = async () => {
      try {
        await task(this.connections.of(record).callFor(NEVER));
      } catch (error) {
        shown = { ...shown, failure: failureOf(error) };
        throw error;
      }
    };
    await withErrorBoundary(telling, "fault", async () => forPanel(record, noting));
    return shown;
  }

  async diagnose(record: PanelRecord): Promise<readonly Finding[]> {
    const connection = this.connections.of(record);
    const from = { computer: "here", place: "only" } as const;
    const reach = systemReach(this.clock);
    const findings: Finding[] = [];
    for await (const finding of diagnose({ record, connection, services: this.#services, reach, from }, NEVER))
      findings.push(finding);
    const { name, address, id: panelId } = record;
    this.#tell(diagnosisText(record, findings, this.clock.wallTime()), [name, address]);
    const diagnosis = { panelId, at: this.clock.wallTime(), findings };
    const reported = { record, edition: connection.edition, version: undefined, failure: undefined, diagnosis };
    const environment = new FakeWorkbench().support.environment();
    this.#told.push(diagnosticsText(environment, [reported], this.#history.failures));
    return findings;
  }

  /** Everything that left the product: what was shown, written to the log, and put into a report. */
  get told(): string {
    return [...this.#told, ...this.#log.lines.map((line) => this.#redactor.redact(line))].join("\n");
  }

  /** Lines about defects of ours. */
  get defects(): readonly string[] {
    return this.#log.lines.filter((line) => line.startsWith("error "));
  }

  async dispose(): Promise<void> {
    this.connections.dispose();
    await this.#services.guard.dispose();
  }

  #tell(text: string, names: readonly string[]): string {
    const told = this.#redactor.redact(text, names);
    this.#told.push(told);
    return told;
  }
}
