/** A defect for each bound of what a panel, a server or a visitor of its websites writes, each as `[defect, file, find, replace]`. */
export const strangerMutants: readonly (readonly [defect: string, file: string, find: string, replace: string])[] = [
  [
    "a time that no calendar has is taken",
    "src/wire/answers/fields.ts",
    `v.maxValue(LAST_SECOND)`,
    `v.maxValue(Number.MAX_SAFE_INTEGER)`,
  ],
  [
    "a time before the first one is taken",
    "src/wire/answers/fields.ts",
    `v.minValue(0), v.maxValue(LAST_SECOND)`,
    `v.maxValue(LAST_SECOND)`,
  ],
  [
    "a defect of one list ends the whole report",
    "src/agents/readPanels.ts",
    `if (failure.kind === "cancelled") throw error;
    return { items: []`,
    `if (failure.kind === "cancelled" || failure.kind === "defect") throw error;
    return { items: []`,
  ],
  [
    "JSON may have any depth",
    "src/wire/answers/parseJson.ts",
    `if (level > MOST_LEVELS || parts > MOST_PARTS) return true;`,
    ``,
  ],
  [
    "an answer in several parts is a file",
    "src/wire/answers/attachment.ts",
    `&& !/^multipart\\//i.test(contentType)`,
    ``,
  ],
  [
    "a range that its bytes do not fill is taken",
    "src/wire/answers/attachment.ts",
    `last - from + 1 === bytes.length && `,
    ``,
  ],
  [
    "bytes that were not asked for are a part of a file",
    "src/serverFiles/remoteFiles.ts",
    `if (first > from || first`,
    `if (first`,
  ],
  [
    "a short part of a file is read on, byte by byte",
    "src/serverFiles/serverFiles.ts",
    `if (bytes.length < length) throw`,
    `if (bytes.length === 0) throw`,
  ],
  [
    "a password in an address ends at the first sign",
    "src/redaction/withoutCredentials.ts",
    `searched.lastIndexOf("@")`,
    `searched.indexOf("@")`,
  ],
  [
    "what nobody sees keeps a word from being known",
    "src/redaction/withoutCredentials.ts",
    `.replaceAll(UNSEEN, "")`,
    ``,
  ],
  [
    "an escaped quote opens no value",
    "src/redaction/credentialNames.ts",
    'const QUOTE = String.raw`\\\\{0,7}["',
    'const QUOTE = String.raw`["',
  ],
  [
    "a token's beginning is looked for again and again",
    "src/redaction/credentialShapes.ts",
    "eyJ(?=[\\w-]{10})`",
    "eyJ[\\w-]{8,4096}\\.`",
  ],
  [
    "the size of a disk may have any blanks in it",
    "src/wire/answers/machine.ts",
    `\\s{0,9}([KMGTP]?)i?B?$/i.exec(size.trim())`,
    `\\s*([KMGTP]?)i?B?\\s*$/i.exec(size)`,
  ],
  [
    "the end of a secret over two lines is looked for from the start of the text",
    "src/redaction/textViews.ts",
    `let [low, high] = [0, starts.length];`,
    `let [low, high] = [starts.indexOf(place), starts.length];`,
  ],
];
