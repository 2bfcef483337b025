import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { UNITS } from "../../fakes/hostileJson.ts";

/** A text of any length that begins and ends in one way and repeats a unit in between. */
export interface Hostile {
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

/** The text with this many characters. */
export function filled({ start, unit, end }: Hostile, length: number): string {
  const room = Math.max(0, length - start.length - end.length);
  return start + unit.repeat(Math.ceil(room / unit.length)).slice(0, room) + end;
}

/** What strangers write into logs, names and answers, whatever reads it. */
export const anybodys: readonly Hostile[] = [
  ...UNITS,
  ...'eyJ-|DDDD|  |{|}|{}|[[|((|--|==|//|../|"\'|\\"|\\\\|=>|: |a |a.|a=1&|-a|:1,|0.|127.|环境 |\t|\r\n|D1|T:|A_'.split(
    "|",
  ),
].map((unit) => ({ start: "", unit, end: "" }));

/** What hardly an expression begins with, so that it looks for its beginning further on. */
const OTHER_STARTS = ["", "\u0001"];

/** What hardly an expression ends with, so that it has to give back what it took. */
const OTHER_ENDS = ["", "\u0001", "!"];

/** Most characters that a part of an expression is taken to match. */
const LONGEST_PART = 40;

/**
 * The texts that nearly match an expression, from its own parts: what it repeats, repeated, after what stands before that;
 * its beginnings, its signs and its classes over and over; and none with the end that it waits for.
 */
export function textsAgainst(regex: RegExp): readonly Hostile[] {
  const { unicode, unicodeSets } = regex;
  const pattern = new RegExpParser().parsePattern(regex.source, 0, regex.source.length, { unicode, unicodeSets });
  const units = new Set<string>();
  const repeated = new Map<string, Pick<Hostile, "start" | "unit">>();
  const visit = (part: AST.Pattern | AST.Alternative | AST.Element, start: string): void => {
    if (part.type === "Quantifier") {
      for (const unit of textsOf(part.element)) repeated.set(`${start}\n${unit}`, { start, unit });
      visit(part.element, start);
    } else if (part.type === "Alternative") {
      let before = start;
      for (const element of part.elements) {
        visit(element, before);
        before += textsOf(element)[0] ?? "";
        units.add(before.slice(start.length));
      }
    } else if ("alternatives" in part) for (const alternative of part.alternatives) visit(alternative, start);
    else if (part.type !== "Assertion" && part.type !== "Backreference")
      for (const unit of textsOf(part)) units.add(unit);
  };
  visit(pattern, "");
  const again = [...repeated.values()].flatMap(({ start, unit }) =>
    OTHER_STARTS.flatMap((other) => OTHER_ENDS.map((end) => ({ start: other + start, unit, end }))),
  );
  return [...again, ...[...units].map((unit) => ({ start: "", unit, end: "" }))].filter(({ unit }) => unit !== "");
}

/** Some texts that a part of an expression matches, such as one for each alternative. */
function textsOf(part: AST.Element | AST.Alternative): readonly string[] {
  switch (part.type) {
    case "Character":
      return [String.fromCodePoint(part.value)];
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return signsOf(part);
    case "Group":
    case "CapturingGroup":
      return part.alternatives.flatMap((each) => textsOf(each).slice(0, 2));
    case "Alternative": {
      const texts = part.elements.map(textsOf);
      const textAt = (index: number) => texts.map((each) => each[Math.min(index, each.length - 1)] ?? "").join("");
      return [...new Set([0, 1].map((index) => textAt(index).slice(0, LONGEST_PART)))];
    }
    case "Quantifier":
      return textsOf(part.element).map((text) => text.repeat(Math.max(1, part.min)).slice(0, LONGEST_PART));
    case "Backreference":
      return [part.resolved].flat().flatMap((group) => textsOf(group).slice(0, 1));
    case "Assertion":
      break;
  }
  return [""];
}

/** Signs of all kinds, from which those of a class are chosen. */
const SIGNS = Array.from("a0Z -_.:/\\\"'=,;<>()[]{}&%#@!?*+|~`$^\n\t\r中é\u0301。\u0007\u001b\u200b\ud800");

function signsOf({
  type,
  raw,
}: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): readonly string[] {
  const set = new RegExp(raw, type === "CharacterSet" ? "su" : "u");
  return SIGNS.filter((sign) => set.test(sign)).slice(0, 4);
}
