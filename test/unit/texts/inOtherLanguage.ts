/** Makes every text in the language of the thread's data and posts them: a process cannot change its language back. */
import { parentPort, workerData } from "node:worker_threads";
import type { TextBundle } from "../../../src/siteForm/protocol.ts";
import { textsLanguage, useLanguage, windowLanguage } from "../../../src/texts/language.ts";

const { language, bundle } = workerData as { readonly language: string; readonly bundle?: TextBundle };
useLanguage(language, bundle);
const { everyText } = await import("./everyText.ts");
parentPort?.postMessage({ windowLanguage: windowLanguage(), textsLanguage: textsLanguage(), texts: everyText() });
