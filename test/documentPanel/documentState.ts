/** The server behind a panel that has the document alone. Tests change it to arrange what they need. */
export interface DocumentState {
  readonly projects: Map<string, { logDirectory: string; restarts: number }>;
  /** By ID. */
  readonly containers: Map<string, { restarts: number }>;
  /** By index. */
  readonly orders: Set<string>;
  readonly settings: Record<SettingName, boolean>;
  readonly hosts: object[];
  readonly commands: object[];
  readonly sites: DocumentSite[];
  readonly composer: { version: string; newest: string; updates: number };
  readonly upgrade: { isRunning: boolean; log: string };
}

/** A website as it was asked for. */
export interface DocumentSite {
  readonly id: number;
  readonly domain: string;
  readonly domains: readonly string[];
  readonly root: string;
  /** `82`, or `00` of a static one. */
  readonly php: string;
  readonly port: string;
}

/** The settings of the web terminal. */
export const settingNames = ["use_completion", "terminal_theme", "ai_shell", "ai_shell_analyze"] as const;

export type SettingName = (typeof settingNames)[number];

/** A server with one of each, a website apart, and an order with an index of no known form. */
export function createDocumentState(): DocumentState {
  return {
    projects: new Map([["order-service", { logDirectory: "/www/wwwlogs/java", restarts: 0 }]]),
    containers: new Map([["6f1d2c3b4a59", { restarts: 0 }]]),
    orders: new Set(["order-42"]),
    settings: { use_completion: false, terminal_theme: false, ai_shell: true, ai_shell_analyze: true },
    hosts: [{ host: "192.0.2.10_22", port: 22, ps: "backup", sort: 0 }],
    commands: [{ title: "Disk", shell: "df -h" }],
    sites: [],
    composer: { version: "2.8.1", newest: "2.8.1", updates: 0 },
    upgrade: { isRunning: false, log: "Python 3.12\nfinished\n" },
  };
}
