/** A VS Code that is being shown. */
export interface ShownVsCode {
  /** In English and in Chinese: terminals on servers are mostly set to English, whoever sits before them. */
  readonly greeting: readonly [english: string, chinese: string];
  /** Settles when it has gone away by itself, or been closed. */
  readonly exited: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** For the case that VS Code does not open the view by itself, in both languages. */
export const HINTS = [
  "It shows the demo panels in the side bar; if not, click the Server Panel icon at the far left.",
  "演示面板显示在侧边栏中；如果没有显示，请单击最左侧的服务器面板图标。",
] as const;
