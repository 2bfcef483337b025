import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** User settings by name. */
export type Settings = Readonly<Record<string, unknown>>;

/** Settings without network requests, offers to the user or changes from day to day; flags alone leave telemetry on. */
const QUIET: Settings = {
  "telemetry.telemetryLevel": "off",
  "workbench.enableExperiments": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "window.autoDetectColorScheme": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.settings.enableNaturalLanguageSearch": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "chat.disableAIFeatures": true,
  "chat.agentHost.enabled": false,
  "security.workspace.trust.enabled": false,
  "update.mode": "none",
  "update.showReleaseNotes": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "remote.autoForwardPorts": false,
  "git.enabled": false,
  "git.autofetch": false,
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
  "typescript.disableAutomaticTypeAcquisition": true,
  "files.autoSave": "off",
  "window.restoreWindows": "none",
  "editor.accessibilitySupport": "off",
};

/** For windows that nobody looks at: without animations, which take a quarter of a window's time. */
export const STILL: Settings = { "workbench.reduceMotion": "on" };

/** Adds settings to the user's settings file, over the quiet defaults. A running VS Code takes them up at once. */
export function writeSettings(userDataDir: string, settings: Settings): void {
  const file = join(userDataDir, "User/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...QUIET, ...readSettings(file), ...settings }, null, 2));
}

function readSettings(file: string): Settings {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Settings;
  } catch {
    return {};
  }
}
