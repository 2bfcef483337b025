/** A VS Code that is being shown. */
export interface ShownVsCode {
  readonly greeting: string;
  /** Settles when it has gone away by itself, or been closed. */
  readonly exited: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** For the case that VS Code does not open the view by itself. */
export const HINT = "It shows the demo panels in the side bar; if not, click the Server Panel icon at the far left.";
