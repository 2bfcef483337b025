import { NAME, NAME_END } from "./credentialNames.ts";

/** Where the text of an element begins. */
const TEXT = String.raw`(?<!\/)>\s{0,99}(?:<value>\s{0,99})?(?:<!\[CDATA\[)?`;

/** A text that is not masked yet. */
const UNTIL_ELEMENT = String.raw`(?![\s<]|\*{3})[^<]+`;

const FIELD = `${NAME}${NAME_END}`;

/** An attribute that names a field with a credential. */
const NAMED = String.raw`(?:name|key|id)=["'][\w.:-]{0,60}?${FIELD}["']`;

/** Credentials in XML and HTML, by the names of elements and attributes. The first group stays; every pattern takes linear time. */
export const markupShapes: readonly RegExp[] = [
  new RegExp(String.raw`(<[\w:.-]{0,40}?${FIELD}(?:\s[^<>]{0,200})?${TEXT})${UNTIL_ELEMENT}`, "gi"),
  new RegExp(
    String.raw`(<(?!input|link|meta)[\w:.-]{1,40}\s[^<>]{0,200}?${NAMED}[^<>]{0,200}${TEXT})${UNTIL_ELEMENT}`,
    "gi",
  ),
  new RegExp(
    String.raw`(<[\w:.-]{1,40}\s(?:[^<>]{0,100}?\s)?value=["'])[^"'<>]{1,200}(?=["'][^<>]{0,100}?\s${NAMED})`,
    "gi",
  ),
  new RegExp(
    String.raw`(<(?:key|name)>[\w.:-]{0,60}?${FIELD}<\/(?:key|name)>\s{0,99}(?:<value>\s{0,99})?<string>)${UNTIL_ELEMENT}`,
    "gi",
  ),
  // an element that is quoted in another one
  new RegExp(String.raw`(&lt;[\w:.-]{0,40}?${FIELD}(?:\s[^&\n]{0,100})?&gt;)(?!&lt;|\*{3})(?:(?!&lt;)[^\n])+`, "gi"),
];
