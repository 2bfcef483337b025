import { isMissing, panelFailureOf, PanelError } from "../wire/answers/failure.ts";
import { fitsBin } from "./binNames.ts";
import { eachAccount, eachProject, type SiteOnPage } from "./eachSite.ts";
import type { Call, Part, Parts } from "./resource.ts";
import { siteLabel } from "./siteName.ts";
import { isIn } from "../characters/isBelow.ts";

/** Files that exist while the panel's recycle bins are on (docs/protocol.md 6.38). */
const BIN = {
  root: "/www/server/panel/data/recycle_bin.pl",
  database: "/www/server/panel/data/recycle_bin_db.pl",
} as const;

const LIST = { ftp: "site.ftpUsers", database: "site.databases" } as const;

/** The parts that can be deleted with a website: panels choose them by the site's id (docs/protocol.md 6.36). */
export const siteParts: Parts<SiteOnPage> = {
  read: (call, { site }, kind) => (kind === "root" ? rootOf(call, site) : accountOf(call, site, kind)),
  isThere: async (call, { kind, name }) => {
    if (kind !== "root") return (await eachAccount(call, LIST[kind])).some((row) => row.name === name);
    const isThere = (await presence(call, name)).get(name);
    if (isThere === undefined) throw new PanelError({ kind: "unsupported" });
    return isThere;
  },
};

async function rootOf(call: Call, { id, root = "" }: SiteOnPage["site"]): Promise<Part | undefined> {
  const path = tidy(root);
  if (path === "") return undefined;
  const present = await presence(call, path, BIN.root);
  if (present.get(path) === false) return undefined;
  const all = await eachProject(call);
  const others = all.filter((site) => site.id !== id);
  // a panel that cannot read its own list sends an empty one (docs/protocol.md 2.15)
  if (others.length === all.length) throw new PanelError({ kind: "malformed", fields: ["id"] });
  if (others.some((site) => site.root === undefined)) throw new PanelError({ kind: "malformed", fields: ["path"] });
  const near = others.filter((site) => isIn(tidy(site.root), tidy(path)) || isIn(tidy(path), tidy(site.root)));
  return {
    kind: "root",
    name: path,
    others: near.map(siteLabel).toSorted(),
    ...(near.some((site) => tidy(site.root) === path) && { isShared: true }),
    ...(present.get(BIN.root) === true && fitsBin(path) && { isRecycled: true }),
  };
}

async function accountOf(call: Call, { id }: SiteOnPage["site"], kind: "ftp" | "database"): Promise<Part | undefined> {
  const rows = (await eachAccount(call, LIST[kind])).filter(({ site }) => id !== undefined && site === id);
  // of several, the panel deletes the oldest
  const [row] = rows.toSorted((a, b) => Number(a.id) - Number(b.id));
  if (row === undefined) return undefined;
  const { name, user, server } = row;
  if (name === undefined) throw new PanelError({ kind: "malformed", fields: ["name"] });
  const isRecycled = kind === "database" && server === 0 && (await presence(call, BIN.database)).get(BIN.database);
  return {
    kind,
    name,
    ...(user !== undefined && user !== name && { user }),
    ...(isRecycled === true && { isRecycled }),
  };
}

/** Whether each path exists, as far as this panel says. */
async function presence(call: Call, ...paths: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const present = new Map<string, boolean>();
  try {
    const { rows } = await call("file.stat", { paths: [...paths] });
    for (const { path, exists } of rows) if (path !== undefined && exists !== undefined) present.set(path, exists);
  } catch (error) {
    if (!isMissing(panelFailureOf(error))) throw error;
  }
  return present;
}

/** Normalizes a path as panels do before a deletion (docs/protocol.md 6.36). */
function tidy(path = ""): string {
  return path.replaceAll("//", "/").replace(/\/$/, "");
}
