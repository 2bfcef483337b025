import { chinese, english, type Language, sentence, type SentenceName } from "../../../src/demoPanel/demoSentences.ts";

/** Messages for requests that our client does not send. */
const more = {
  first: "Start",
  previous: "Prev",
  next: "Next",
  last: "Last",
  brokenConfiguration:
    "ERROR: An error was detected in the configuration file. Please solve it before proceeding<br><br>{0}",
  badWebname: "The format of the webname parameter is incorrect, it should be a parseable JSON string",
  logIsEmpty: "Log is empty",
  javaRestarted: "Restarted successfully",
  containerSet: "Successfully set!",
  containerWasDeleted: "The container has been deleted!",
  noContainerInformation: "Failed to get container information!{0}",
};

type MoreName = keyof typeof more;

/** All messages in one language. */
export type FullLanguage = Language & Readonly<Record<MoreName, string>>;

/** A language that nobody speaks: English with accents, so that nothing can depend on the messages (docs/protocol.md 2.8). */
function accented(sentences: FullLanguage): FullLanguage {
  const accents: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú" };
  const entries = Object.entries(sentences).map(([name, text]) => [
    name,
    name === "total" ? text : text.replaceAll(/[aeiou]/g, (letter) => accents[letter] ?? letter),
  ]);
  return Object.fromEntries(entries) as FullLanguage;
}

/** BaoTa's messages; those that it never sends are English. */
export const fullChinese: FullLanguage = {
  ...more,
  ...chinese,
  first: "首页",
  previous: "上一页",
  next: "下一页",
  last: "尾页",
  noContainerInformation: "获取容器信息失败！{0}",
};

const fullEnglish: FullLanguage = { ...english, ...more };

/** The languages of an aaPanel. */
export const languages = { en: fullEnglish, accented: accented(fullEnglish) };

export type LanguageName = keyof typeof languages;

/** Fills in a message, also one that the shipped demo never sends. */
export function anySentence(
  language: Language,
  name: SentenceName | MoreName,
  ...values: readonly (string | number)[]
): string {
  const full = { ...more, ...language };
  return sentence({ ...full, total: full[name] }, "total", ...values);
}

/** The translation of an empty text: the header of the translations' file (docs/protocol.md 6.30, 10.1). */
export const NOTHING_TRANSLATED = [
  "Project-Id-Version: ",
  "PO-Revision-Date: 2022-01-05 10:16+0800",
  "Language: en",
  "Content-Type: text/plain; charset=UTF-8",
  "Content-Transfer-Encoding: 8bit",
  "Plural-Forms: nplurals=1; plural=0;",
  "Generated-By: pygettext.py 1.5",
  "X-Generator: Poedit 3.0.1",
  "",
].join("\n");
