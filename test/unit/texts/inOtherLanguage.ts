/** Makes every text in the language that this process is told and sends them back: a process cannot change its language back. */
import { once } from "node:events";
import type { TextBundle } from "../../../src/siteForm/protocol.ts";
import { textsLanguage, useLanguage, windowLanguage } from "../../../src/texts/language.ts";

const [{ language, bundle }] = (await once(process, "message")) as [
  { readonly language: string; readonly bundle?: TextBundle },
];
useLanguage(language, bundle);
const { everyText } = await import("./everyText.ts");
process.send?.({ windowLanguage: windowLanguage(), textsLanguage: textsLanguage(), texts: everyText() });
