import type { LeftOut, Source } from "../sourceFiles.ts";

/** Directories of modules that a program loads by their names: pnpm, npm's workspaces and Composer's path repositories make links there. */
const OF_MODULES = /(?:^|\/)(?:node_modules|vendor)\//;

/** The links that lead out of the folder, and so are not deployed. */
export function linksOut({ leftOut }: Pick<Source, "leftOut">): readonly LeftOut[] {
  return leftOut.filter(({ rule }) => rule === "link");
}

/** The modules that a project would lack on the server: links to what is there on this computer, and is not deployed. */
export function missingModules({ leftOut }: Pick<Source, "leftOut">): readonly LeftOut[] {
  return leftOut.filter(
    ({ path, rule, leadsTo }) =>
      OF_MODULES.test(path) && leadsTo !== undefined && (rule === "link" || typeof rule === "object"),
  );
}
