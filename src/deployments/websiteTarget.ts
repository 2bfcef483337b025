import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { findSite } from "../resources/eachSite.ts";
import type { Site } from "../wire/operations/sites.ts";
import { commonFields } from "./commonFields.ts";
import { below, text } from "./deploymentFields.ts";
import { phpPath } from "./steps/resolveSteps.ts";
import type { TargetKind } from "./targetKind.ts";
import { tidyRoot } from "./targetRoot.ts";

const entry = v.strictObject({
  ...commonFields,
  website: text,
  /** The source folder, relative to the workspace folder. */
  source: below,
  /** Below the website's root. */
  directory: v.exactOptional(below, ""),
  /** In the syntax of .gitignore. */
  exclude: v.exactOptional(v.array(v.string()), []),
});

/** Websites: a folder goes to their root, or to a directory below it. */
export const websiteTarget = {
  kind: "site",
  titles: { deploy: () => l10n.t("Deploy to Website"), rollBack: () => l10n.t("Roll Back Website") },
  entry,
  values: { website: "text", source: "path", directory: "path", exclude: "patterns" },
  isMeant: () => true,
  nameIn: ({ website }) => website,
  find: async (call, key) => (await findSite(call, key, undefined))?.site,
  isAt: ({ root }, place) => tidyRoot(root) === place.root,
  programs: ({ php }) => phpPath(php),
} as const satisfies TargetKind<Site, v.InferOutput<typeof entry>>;
