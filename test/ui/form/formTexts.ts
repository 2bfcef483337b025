import { registerHooks } from "node:module";
import type { SiteFormTexts } from "../../../src/siteForm/siteFormTexts.ts";

/** As VS Code's `l10n.t` does it in English. */
const VSCODE = `export const l10n = {
  t: (text, ...values) => text.replaceAll(/\\{(\\d)\\}/g, (placeholder, index) => values[Number(index)] ?? placeholder),
};`;

/** The product's own texts, in English, without VS Code. */
export async function formTexts(): Promise<SiteFormTexts> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "vscode"
        ? { url: `data:text/javascript,${encodeURIComponent(VSCODE)}`, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { siteFormTexts } = await import("../../../src/siteForm/siteFormTexts.ts");
    return siteFormTexts();
  } finally {
    hooks.deregister();
  }
}
