import { globSync } from "node:fs";

/**
 * What the package holds, and nothing else: packing fails where one of these is missing, or where the build made what is
 * not named here. English texts stand in the code itself.
 */
export const packagedFiles: readonly string[] = [
  "package.json",
  "package.nls.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "dist/THIRD_PARTY_NOTICES.txt",
  "dist/extension.cjs",
  "dist/compose.cjs",
  "dist/createSiteForms.cjs",
  "dist/interactions.cjs",
  "dist/startDemoPanel.cjs",
  ...["1", "2", "3", "4", "5", "6"].map((number) => `dist/shared${number}.cjs`),
  "dist/siteForm.js",
  "media/icon.png",
  "media/panel.svg",
  "media/serverPanelLog.tmLanguage.json",
  "media/siteForm.css",
  ...["address", "api", "log", "panel", "restart"].map((step) => `media/walkthrough/${step}.svg`),
  "media/website-dark.svg",
  "media/website-light.svg",
];

/** The files of each further language, in the given directory. */
export function languageFiles(directory: string): readonly string[] {
  return globSync(["package.nls.*.json", "l10n/bundle.l10n.*.json"], { cwd: directory })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
}
