import { posix } from "node:path";

/** What a document names, and where. */
export interface Named {
  /** Such as `CONTRIBUTING.md:34`. */
  readonly place: string;
  readonly name: string;
}

/** A link of a document to a file of the project. */
export interface Link extends Named {
  /** From the project's root; the document itself for a link within it. */
  readonly file: string;
  /** The heading, as GitHub writes it in addresses. */
  readonly heading?: string;
}

/** A file of ours, by what only ours end in, or a path from one of our folders. */
const OURS =
  /^(?:[\w.{},-]+\/)*[\w.{},-]+\.(?:tsx?|mjs|md|css)$|^(?:src|test|scripts|docs|l10n|media|\.github|\.ci)\/[\w./{},-]+$/;

/** The files of the project that a document names in code, such as `src/product.ts` or only `product.ts`. */
export function namedFilesIn(path: string, text: string): readonly Named[] {
  return linesOf(text).flatMap((line, index) =>
    [...line.matchAll(/`([^`]+)`/g)]
      .map(([, code = ""]) => code.replace(/:\d+$/, ""))
      .filter((code) => OURS.test(code))
      .flatMap(alternativesOf)
      .map((name) => ({ place: `${path}:${index + 1}`, name })),
  );
}

/** The links and pictures of a document that lead to files of the project or to a heading. */
export function linksIn(path: string, text: string): readonly Link[] {
  return linesOf(text).flatMap((line, index) =>
    [...line.matchAll(/\]\(([^()\s]+)\)|\b(?:src|href)="([^"]+)"/g)]
      .map(([, markdown, html = ""]) => markdown ?? html)
      .filter((name) => !/^[a-z]+:/i.test(name))
      .map((name) => {
        const [file = "", heading] = decodeURIComponent(name).split("#");
        const target = file === "" ? path : posix.join(posix.dirname(path), file);
        return { place: `${path}:${index + 1}`, name, file: target, ...(heading !== undefined && { heading }) };
      }),
  );
}

/** The headings of a document, as GitHub writes them in addresses. */
export function headingsOf(text: string): readonly string[] {
  return linesOf(text).flatMap((line) => {
    const heading = /^#{1,6} +(.+?) *$/.exec(line)?.[1];
    return heading === undefined ? [] : [addressOf(heading)];
  });
}

function addressOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The lines of a document; those of blocks of code are empty. */
function linesOf(text: string): readonly string[] {
  let isCode = false;
  return text.split("\n").map((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return isFence || isCode ? "" : line;
  });
}

/** What a name with braces stands for. */
function alternativesOf(name: string): readonly string[] {
  const [all, inside = ""] = /\{([^{}]*)\}/.exec(name) ?? [];
  return all === undefined ? [name] : inside.split(",").flatMap((each) => alternativesOf(name.replace(all, each)));
}
