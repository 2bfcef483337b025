import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { LiveRow, LiveRows } from "../../ports/liveList.ts";
import { StorageError } from "../../storage/storageError.ts";
import { diagnosisText, findingText, markText, stepName } from "../../texts/doctorTexts.ts";
import { namedText } from "../../texts/listTexts.ts";
import { linesOf } from "../../texts/message.ts";
import { restartOverSsh } from "../../terminals/restartOverSsh.ts";
import { openPanelTerminal, type OpeningTerminals } from "../../terminals/panelTerminal.ts";
import { isDemo } from "../../panels/isDemo.ts";
import { causeOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { examine } from "../examine.ts";
import { failureIn, type Finding, type Mark } from "../finding.ts";
import { reportIssue } from "./diagnosticsCommands.ts";
import type { Fix, Telling } from "../../commands/context/telling.ts";
import type { Diagnosing } from "./doctorServices.ts";

/** What a row does; resolves to whether the list is shown again. */
type Choice = () => Promise<boolean>;

/** A line of a list, in Latin letters. */
const LINE = 88;

const ICONS: Readonly<Record<Mark, string>> = { tick: "check", cross: "error", unknown: "question" };

/**
 * Diagnoses the connection to a panel, in a list to which each step is added once it is settled. Closing the list ends it.
 */
export async function diagnoseConnection(services: Diagnosing, { id }: Pick<PanelRecord, "id">): Promise<void> {
  let isAgain = true;
  while (isAgain) {
    // it may have been changed since the last time
    const panel = services.panels().find((each) => each.id === id);
    if (panel === undefined) throw new StorageError({ kind: "gone" });
    const examination = new Examination(services, panel);
    try {
      isAgain = await examination.show();
    } finally {
      examination.end();
    }
  }
}

/** One run of the doctor, and its list. */
class Examination {
  readonly #services: Diagnosing;
  readonly #panel: PanelRecord;
  readonly #ending = new AbortController();
  readonly #findings: Finding[] = [];
  #fixes: readonly Fix[] = [];
  /** When its last step was settled, in milliseconds since the epoch. */
  #at = 0;
  /** What has ended it other than its last step. */
  #error: unknown;
  #isOver = false;
  #isAgain = false;
  #onChange = (): void => undefined;

  constructor(services: Diagnosing, panel: PanelRecord) {
    this.#services = services;
    this.#panel = panel;
    void this.#run();
  }

  /** Shows the list until the person leaves it; resolves to whether they want to start over. */
  async show(): Promise<boolean> {
    for (;;) {
      const choice = await this.#services.dialogs.live<Choice>({
        title: l10n.t("Connection to “{0}”", this.#panel.name),
        placeholder: l10n.t("Enter shows a step in full"),
        open: (box) => {
          this.#onChange = () => {
            if (this.#error === undefined) box.show(this.#rows());
            else box.close(async () => this.#fail());
          };
          return {
            typed: () => this.#onChange(),
            taken: () => true,
            closed: () => (this.#onChange = () => undefined),
          };
        },
      });
      if (choice === undefined || !(await choice())) return this.#isAgain;
    }
  }

  end(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const { fixesFor, clock } = this.#services;
    const record = this.#panel;
    try {
      for await (const finding of examine(this.#services, record, this.#ending.signal)) {
        this.#findings.push(finding);
        this.#onChange();
      }
      // by the wall clock: read by people
      this.#at = clock.wallTime();
      const failure = this.#findings.map(failureIn).find((found) => found !== undefined);
      const again = async () => diagnoseConnection(this.#services, record);
      if (failure !== undefined)
        this.#fixes = [...(await fixesFor(failure, record, again)), ...onServer(this.#services, failure, record)];
    } catch (error) {
      this.#error = error;
    }
    this.#isOver = true;
    this.#onChange();
  }

  #fail(): never {
    throw this.#error;
  }

  /** The steps; once they are over, first the fault in full, where VS Code puts its cursor, and what mends it. */
  #rows(): LiveRows<Choice> {
    const rowsOf = (findings: readonly Finding[]) => findings.map((finding) => this.#rowOf(finding));
    if (!this.#isOver) return { rows: rowsOf(this.#findings), isBusy: true };
    const fault = this.#findings.find(({ mark }) => mark === "cross");
    if (fault === undefined) return { rows: [...rowsOf(this.#findings), ...this.#choices()], isBusy: false };
    const otherSteps = rowsOf(this.#findings.filter((finding) => finding !== fault));
    const rows = [...this.#faultRows(fault), ...this.#choices(), ...withHeading(l10n.t("Other Steps"), otherSteps)];
    return { rows, isBusy: false };
  }

  #rowOf(finding: Finding): LiveRow<Choice> {
    return {
      id: finding.step,
      label: stepName(finding.step),
      // the mark in words, for those who do not see its icon
      description: `${markText(finding.mark)} · ${this.#textOf(finding)}`,
      icon: ICONS[finding.mark],
      value: async () => this.#read(finding),
    };
  }

  /** A fault, with its sentence in lines, for VS Code would cut it, and its fixes. */
  #faultRows(fault: Finding): readonly LiveRow<Choice>[] {
    const lines = linesOf(this.#textOf(fault), LINE).map((line, index) => ({
      id: `line:${index}`,
      label: line,
      isAlwaysShown: true,
    }));
    const fixes = this.#fixes.map((fix, index) => ({
      id: `fix:${index}`,
      label: fix.label,
      icon: "lightbulb",
      value: async () => this.#fix(fix),
    }));
    return [
      { ...this.#rowOf(fault), description: markText(fault.mark) },
      ...lines,
      ...withHeading(l10n.t("What You Can Do"), fixes),
    ];
  }

  #choices(): readonly LiveRow<Choice>[] {
    const choices: readonly (readonly [icon: string, label: string, run: Choice])[] = [
      ["refresh", l10n.t("Diagnose Again"), async () => this.#startOver()],
      ["copy", l10n.t("Copy as Text"), async () => this.#copy()],
      ["report", l10n.t("Report an Issue…"), async () => this.#report()],
    ];
    const rows = choices.map(([icon, label, value], index) => ({ id: `choice:${index}`, label, icon, value }));
    return withHeading(l10n.t("This Diagnosis"), rows);
  }

  /** Shows a step in full, a cross with its fixes. */
  async #read(finding: Finding): Promise<boolean> {
    const title = namedText(stepName(finding.step), markText(finding.mark));
    const fixes = finding.mark === "cross" ? this.#fixes : [];
    const buttons = fixes.map((fix) => ({ label: fix.label, value: fix }));
    const { name, address } = this.#panel;
    const text = findingText(finding, address);
    const fix = await this.#services.dialogs.read(title, text, buttons, [name, address]);
    return fix === undefined || this.#fix(fix);
  }

  async #fix(fix: Fix): Promise<boolean> {
    await fix.run();
    return false;
  }

  async #startOver(): Promise<boolean> {
    this.#isAgain = true;
    return false;
  }

  async #copy(): Promise<boolean> {
    const { clipboard, dialogs } = this.#services;
    await clipboard.write(this.#redacted(diagnosisText(this.#panel, this.#findings, this.#at)));
    dialogs.mention(l10n.t("Diagnosis copied"));
    return true;
  }

  async #report(): Promise<boolean> {
    await reportIssue(this.#services, []);
    return false;
  }

  #textOf(finding: Finding): string {
    return this.#redacted(findingText(finding, this.#panel.address));
  }

  /** A panel's own words may be in it. */
  #redacted(text: string): string {
    return this.#services.redactor.redact(text, [this.#panel.name, this.#panel.address]);
  }
}

/** What helps on the server itself, where the panel may have stopped, or locks this computer out until it is restarted. */
function onServer(services: OpeningTerminals & Telling, failure: PanelFailure, panel: PanelRecord): readonly Fix[] {
  const cause = causeOf(failure);
  const isStopped = (cause.kind === "network" && cause.code !== "ENOTFOUND") || cause.kind === "timeout";
  const isLocked = cause.kind === "refused" && cause.reason === "locked";
  const isAtServer = isStopped || isLocked;
  if (isDemo(panel) || !isAtServer) return [];
  return [
    { label: l10n.t("Open SSH Terminal…"), run: async () => void (await openPanelTerminal(services, panel)) },
    { label: l10n.t("Restart the Panel over SSH…"), run: async () => restartOverSsh(services, panel) },
  ];
}

function withHeading<T>(heading: string, rows: readonly LiveRow<T>[]): readonly LiveRow<T>[] {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  return [{ ...first, heading }, ...others];
}
