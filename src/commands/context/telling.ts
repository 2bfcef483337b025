import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Log } from "../../storage/ports.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";

/** A button that helps with a failure. */
export interface Fix {
  readonly label: string;
  readonly run: () => Promise<void>;
  /** Whoever reads the details is offered it, too. */
  readonly isInDetails?: true;
}

/** A change was refused because its panel is read-only. */
export interface ReadOnly {
  readonly kind: "readOnly";
}

/** Telling results and failures, with what helps. */
export interface Telling extends Talking {
  /** The fixes of a problem, the likeliest first. `again` runs when a panel that refused us answers again. */
  readonly fixesFor: (
    problem: PanelFailure | ReadOnly,
    panel: PanelRecord | undefined,
    again?: () => Promise<void>,
  ) => Promise<readonly Fix[]>;
  /** Diagnoses the connection to a panel, and resolves when the person leaves it. */
  readonly diagnose: (panel: PanelRecord) => Promise<void>;
  readonly log: ShownLog;
}

/** The extension's log, which a person can be shown. */
export interface ShownLog extends Log {
  show(): void;
}
