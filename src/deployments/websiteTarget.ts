import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { eachSite, findSite } from "../resources/eachSite.ts";
import { siteAddressOf, siteLabel } from "../resources/siteName.ts";
import type { Site } from "../wire/operations/sites.ts";
import { commonFields } from "./commonFields.ts";
import { folderFields, text } from "./deploymentFields.ts";
import { releaseFields } from "./releases/releaseFields.ts";
import { phpPath } from "./steps/resolveSteps.ts";
import type { TargetKind } from "./targetKind.ts";

const entry = v.pipe(
  v.strictObject({ ...commonFields, website: text, ...folderFields, ...releaseFields }),
  v.forward(
    v.check(({ mode, served }) => mode === "releases" || served === undefined),
    ["served"],
  ),
  v.forward(
    v.check(({ mode, shared }) => mode === "releases" || shared === undefined),
    ["shared"],
  ),
  v.forward(
    v.check(({ mode, keep }) => mode === "releases" || keep === undefined),
    ["keep"],
  ),
  v.forward(
    v.check(({ mode, directory }) => mode !== "releases" || directory === ""),
    ["directory"],
  ),
  v.forward(
    v.check(({ mode, steps }) => mode !== "releases" || !steps.some(({ alsoBack }) => alsoBack)),
    ["steps"],
  ),
);

/** Websites: a folder goes to their root, or to a directory below it. */
export const websiteTarget = {
  id: "website",
  kind: "site",
  titles: { deploy: () => l10n.t("Deploy to Website"), rollBack: () => l10n.t("Roll Back Website") },
  entry,
  nameField: "website",
  broughtField: "source",
  byName: {
    async find(call, name) {
      const { sites } = await eachSite(call);
      return sites.find((site) => siteLabel(site).toLowerCase() === name.toLowerCase() || site.name === name);
    },
    noneText: (panel, name) => l10n.t("“{0}” has no website “{1}”.", panel, name),
  },
  brings: {
    what: "folder",
    onServer: ({ root }) => root,
    isListedAs: ({ id }, listed) => listed.id === id,
    words: {
      itself: () => l10n.t("A folder"),
    },
  },
  find: async (call, key) => (await findSite(call, key, undefined))?.site,
  programs: ({ php }) => phpPath(php),
  addressOf: siteAddressOf,
} as const satisfies TargetKind<Site, v.InferOutput<typeof entry>>;
