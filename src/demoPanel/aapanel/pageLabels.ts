import type { PageLabels } from "../bothEditions/page.ts";
import type { Language } from "../state/handler.ts";
import { say } from "./sentences.ts";

/** The buttons of aaPanel's lists. */
export function pageLabels(language: Language): PageLabels {
  return {
    first: say(language, "first"),
    previous: say(language, "previous"),
    next: say(language, "next"),
    last: say(language, "last"),
    total: (rows) => say(language, "total", rows),
  };
}
