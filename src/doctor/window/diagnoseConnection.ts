import * as l10n from "@vscode/l10n";
import type { Fix } from "../../commands/context/services.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { LiveRow, LiveRows } from "../../ports/liveList.ts";
import { StorageError } from "../../storage/storageError.ts";
import { diagnosisText, findingText, markText, stepName } from "../../texts/doctorTexts.ts";
import { namedText } from "../../texts/listTexts.ts";
import { examine } from "../examine.ts";
import { failureIn, type Finding, type Mark } from "../finding.ts";
import { reportIssue } from "./diagnosticsCommands.ts";
import type { DoctorServices } from "./doctorServices.ts";

/** What a row does; resolves to whether the list is shown again. */
type Choice = () => Promise<boolean>;

const ICONS: Readonly<Record<Mark, string>> = { tick: "check", cross: "error", unknown: "question" };

/**
 * Diagnoses the connection to a panel, in a list to which each step is added once it is settled. Closing the list ends it.
 */
export async function diagnoseConnection(services: DoctorServices, { id }: Pick<PanelRecord, "id">): Promise<void> {
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
  readonly #services: DoctorServices;
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

  constructor(services: DoctorServices, panel: PanelRecord) {
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
      const failure = this.#findings.map(failureIn).find((each) => each !== undefined);
      const again = async () => diagnoseConnection(this.#services, record);
      if (failure !== undefined) this.#fixes = await fixesFor(failure, record, again);
    } catch (error) {
      this.#error = error;
    }
    this.#isOver = true;
    this.#onChange();
  }

  #fail(): never {
    throw this.#error;
  }

  #rows(): LiveRows<Choice> {
    const found = this.#findings.map((finding): LiveRow<Choice> => ({
      id: finding.step,
      label: stepName(finding.step),
      // the mark in words, for those who do not see its icon
      description: `${markText(finding.mark)} · ${this.#redacted(findingText(finding, this.#panel.address))}`,
      icon: ICONS[finding.mark],
      value: async () => this.#read(finding),
    }));
    return { rows: this.#isOver ? [...found, ...this.#choices()] : found, isBusy: !this.#isOver };
  }

  /** What can be done about what was found. */
  #choices(): readonly LiveRow<Choice>[] {
    const choices: readonly (readonly [icon: string, label: string, run: Choice])[] = [
      ...this.#fixes.map((fix) => ["lightbulb", fix.label, async () => this.#fix(fix)] as const),
      ["refresh", l10n.t("Diagnose Again"), async () => this.#startOver()],
      ["copy", l10n.t("Copy as Text"), async () => this.#copy()],
      ["report", l10n.t("Report an Issue…"), async () => this.#report()],
    ];
    return choices.map(([icon, label, value], index) => ({
      id: `choice:${index}`,
      label,
      icon,
      value,
      ...(index === 0 && { heading: l10n.t("What You Can Do") }),
    }));
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

  /** A panel's own words may be in it. */
  #redacted(text: string): string {
    return this.#services.redactor.redact(text, [this.#panel.name, this.#panel.address]);
  }
}
