import { readSiteDomain } from "../siteDomain.ts";
import { filled } from "../filled.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import type { TidiedDraft } from "../tidiedDraft.ts";
import { listIn } from "../../characters/listIn.ts";
import { sentences } from "../../characters/sentences.ts";

/** What was done to domains as they were typed, in words. */
export function tidyNote(texts: SiteFormTexts["form"], { isShortened, moved, port }: TidiedDraft): string {
  return sentences(
    ...(isShortened ? [texts.domainShortened] : []),
    ...(port === undefined ? [] : [filled(texts.portMoved, port)]),
    ...(moved === 0 ? [] : [moved === 1 ? texts.oneDomainMoved : filled(texts.domainsMoved, String(moved))]),
  );
}

/** What the panel makes of names in other scripts; empty where there is none. */
export function punycodeNote(text: string, typed: readonly string[], language: string): string {
  const hosts = typed.flatMap((line) => {
    const read = readSiteDomain(line);
    const isAsTyped = read.kind === "invalid" || /^[\p{ASCII}]*$/u.test(line);
    return isAsTyped ? [] : [read.domain.host];
  });
  return hosts.length === 0 ? "" : filled(text, listIn(language, hosts));
}
