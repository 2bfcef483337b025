/** Where the text of an element begins. */
const TEXT = String.raw`(?<!\/)>\s{0,99}(?:<value>\s{0,99})?(?:<!\[CDATA\[)?`;

/** A text that is not masked yet. */
const UNTIL_ELEMENT = String.raw`(?![\s<]|\*{3})[^<]+`;

/**
 * Credentials in XML and HTML, by the names of elements and attributes. The first group stays; every pattern takes linear time.
 *
 * @param name the pattern of a field with a credential
 */
export function markupShapes(name: string): readonly RegExp[] {
  const named = String.raw`(?:name|key|id)=["'][\w.:-]{0,60}?${name}["']`;
  return [
    new RegExp(String.raw`(<[\w:.-]{0,40}?${name}(?:\s[^<>]{0,200})?${TEXT})${UNTIL_ELEMENT}`, "gi"),
    new RegExp(
      String.raw`(<(?!input|link|meta)[\w:.-]{1,40}\s[^<>]{0,200}?${named}[^<>]{0,200}${TEXT})${UNTIL_ELEMENT}`,
      "gi",
    ),
    new RegExp(
      String.raw`(<[\w:.-]{1,40}\s(?:[^<>]{0,100}?\s)?value=["'])[^"'<>]{1,200}(?=["'][^<>]{0,100}?\s${named})`,
      "gi",
    ),
    new RegExp(
      String.raw`(<(?:key|name)>[\w.:-]{0,60}?${name}<\/(?:key|name)>\s{0,99}(?:<value>\s{0,99})?<string>)${UNTIL_ELEMENT}`,
      "gi",
    ),
    // an element that is quoted in another one
    new RegExp(String.raw`(&lt;[\w:.-]{0,40}?${name}(?:\s[^&\n]{0,100})?&gt;)(?!&lt;|\*{3})(?:(?!&lt;)[^\n])+`, "gi"),
  ];
}
