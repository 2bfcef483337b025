/** A VS Code on the screen. */
export interface ShownVsCode {
  /** In English and Chinese, because terminals on servers are mostly set to English. */
  readonly greeting: readonly [english: string, chinese: string];
  /** Settles when VS Code has ended or was closed. */
  readonly exited: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** How to open the view if VS Code does not, in both languages. */
export const HINTS = [
  "It shows the demo panels in the side bar; if not, click the Server Panel icon at the far left.",
  "演示面板显示在侧边栏中；如果没有显示，请单击最左侧的服务器面板图标。",
] as const;
