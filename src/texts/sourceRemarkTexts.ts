import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { linksOut, missingModules } from "../deployments/source/missingModules.ts";
import { alikeIn, decomposedPaths, type AlikeNames } from "../deployments/source/alikeNames.ts";
import type { LeftOut, Source } from "../deployments/sourceFiles.ts";
import { firstText, MOST_NAMED, namedText } from "./listTexts.ts";

/** The most names in a row of the preview, or a line of a task's output. */
const MOST_SHOWN = 20;

/** The part of a deployment that says what a server has. */
interface OnServer {
  readonly source: Pick<Source, "files">;
  readonly plan: { readonly kept: readonly string[] };
  readonly alike: readonly AlikeNames[];
}

/** Something about a source folder that a person should know before it is sent. */
export interface SourceRemark {
  readonly label: string;
  readonly description: string;
}

/** What a person should know of a source folder before anything of it is sent. */
export function sourceRemarks(source: Source): readonly SourceRemark[] {
  const modules = missingModules(source);
  const links = linksOut(source).filter((link) => !modules.includes(link));
  return [
    ...remark(l10n.t("Links to modules that are not sent: the project may not start"), modules.map(linkText)),
    ...remark(l10n.t("Links out of the folder, not sent"), links.map(linkText)),
    ...remark(
      l10n.t("Names whose letters are decomposed, as macOS writes them: pages ask for the composed ones"),
      decomposedPaths(source.files).map((path) => visibleText(path)),
    ),
    ...remark(l10n.t("Names that differ only in case or composition"), alikeIn(source.files).map(alikeText)),
    ...remark(
      l10n.t("Scripts with Windows line ends, which fail on the server"),
      source.windowsScripts.map((path) => visibleText(path)),
    ),
    ...remark(
      l10n.t("Patterns of “{0}” that match nothing", "exclude"),
      source.unmatched.map((pattern) => visibleText(pattern)),
    ),
  ];
}

function remark(label: string, named: readonly string[]): readonly SourceRemark[] {
  if (named.length === 0) return [];
  return [{ label, description: firstText(named.slice(0, MOST_SHOWN), named.length) }];
}

/** What a person should know of names that the server has almost alike. */
export function alikeRemarks(alike: readonly AlikeNames[]): readonly SourceRemark[] {
  return remark(
    l10n.t("New beside a name of the server that differs only in case or composition"),
    alike.map(alikeText),
  );
}

function alikeText({ path, other }: AlikeNames): string {
  return l10n.t("{0} (there is {1})", codedText(path), codedText(other));
}

/** A name with the numbers of combining marks where it is decomposed, for these look like composed letters. */
function codedText(path: string): string {
  if (path === path.normalize("NFC")) return visibleText(path);
  return visibleText(
    path.replaceAll(/\p{M}/gu, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`),
  );
}

/** Why a task or an agent sends nothing of a project whose modules would be missing. */
export function missingModulesText(links: readonly LeftOut[]): string {
  return l10n.t(
    "These links lead to modules that are not deployed: {0}. The project would lack them. Have the build copy them, or name the links in “{1}”. Nothing was sent.",
    firstText(links.slice(0, MOST_NAMED).map(linkText), links.length),
    "exclude",
  );
}

/** What a person would see in the preview of the files that a server has: almost the same names, and directories in the places of links. */
export function serverRemarks({ plan, source, alike }: OnServer): readonly string[] {
  const kept = source.files.filter(({ path, says }) => says !== undefined && plan.kept.includes(path));
  return [
    ...alikeRemarks(alike).map(({ label, description }) => namedText(label, description)),
    ...(kept.length > 0 ? [keptLinksText(kept.map(({ path }) => path))] : []),
  ];
}

/** What a task says of directories on the server in the places of links. */
function keptLinksText(paths: readonly string[]): string {
  return l10n.t(
    "Directories of the server stay in the places of these links: {0}",
    firstText(
      paths.slice(0, MOST_NAMED).map((path) => visibleText(path)),
      paths.length,
    ),
  );
}

function linkText({ path, leadsTo }: LeftOut): string {
  return l10n.t("{0} (to {1})", visibleText(path), visibleText(leadsTo ?? ""));
}
