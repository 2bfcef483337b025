import { dataText } from "../../../src/redaction/dataText.ts";
import { decodeDomains } from "../../../src/characters/decodeDomains.ts";
import { cleanTerminalText } from "../../../src/characters/terminalText.ts";
import { NameOutput } from "../../../src/fileSearch/nameOutput.ts";
import { LogWindow } from "../../../src/followedLogs/logWindow.ts";
import { isSameLine } from "../../../src/followedLogs/windowOverlap.ts";
import { LineReader } from "../../../src/mcp/wire/lineReader.ts";
import { cleanAddress } from "../../../src/panels/address.ts";
import { RedactedStream } from "../../../src/redaction/redactedStream.ts";
import { Redactor } from "../../../src/redaction/redactor.ts";
import { unreadCharacters } from "../../../src/serverFiles/textBytes.ts";
import { partsOf } from "../../../src/serverFolders/records.ts";
import { planUnpack } from "../../../src/serverFolders/unpackPlan.ts";
import { parseJson } from "../../../src/wire/answers/parseJson.ts";

/** What goes over all of a stranger's text. */
export interface TextReader {
  readonly read: (text: string) => unknown;
  /** The loops that run meanwhile, as `textLoopsIn` names them. */
  readonly loops: readonly string[];
}

const redactor = new Redactor();
// what hostile texts have again and again, or nearly
for (const secret of ["a".repeat(32), `${"0".repeat(31)}1`, "\\\\\\\\\\\\\n", "失败 失败 失败"]) redactor.add(secret);

/** Each with the loops that look at places of the text. */
export const textReaders: Readonly<Record<string, TextReader>> = {
  "a log that is followed": {
    read: (log) => {
      const window = new LogWindow({ pieces: 20_000 });
      window.advance(log);
      return window.advance(`${log}\nlast`);
    },
    loops: [
      "src/followedLogs/logWindow.ts startOfLast",
      "src/followedLogs/windowOverlap.ts byLines",
      "src/followedLogs/windowOverlap.ts hashOf",
      "src/followedLogs/windowOverlap.ts prefixMatches",
      "src/followedLogs/windowOverlap.ts trimmedEnd",
    ],
  },
  "a line that a log may have lost a sign of": {
    read: (line) => [isSameLine(line, `${line}环`), isSameLine(line, `环${line}`)],
    loops: ["src/followedLogs/windowOverlap.ts commonStart", "src/followedLogs/windowOverlap.ts commonEnd"],
  },
  "a list of a server's files": {
    read: (text) => new NameOutput().add(Buffer.from(text)),
    loops: ["src/fileSearch/nameOutput.ts add"],
  },
  "a line for a terminal": { read: cleanTerminalText, loops: [] },
  "a text without secrets": {
    read: (text) => redactor.redact(text, ["a", "a/a", "0"]),
    loops: ["src/redaction/redactor.ts outside", "src/redaction/secretIndex.ts find"],
  },
  "a text without secrets, piece by piece": { read: (text) => new RedactedStream(redactor).add(text), loops: [] },
  "a text for an agent": { read: (text) => dataText(text, (all) => redactor.redact(all), 1_000), loops: [] },
  "domains in a text": { read: decodeDomains, loops: ["src/characters/decodeDomains.ts decodeLabel"] },
  "an answer": { read: parseJson, loops: ["src/wire/answers/parseJson.ts isTooMuch"] },
  "a file": {
    read: (text) => unreadCharacters(Buffer.from(text)),
    loops: ["src/serverFiles/textBytes.ts unreadCharacters"],
  },
  "messages of a program, however they arrive": {
    read: (text) => {
      const reader = new LineReader(65_536);
      return Array.from(text.match(/[^]{1,1000}/gu) ?? [], (piece) => reader.take(Buffer.from(piece)));
    },
    loops: ["src/mcp/wire/lineReader.ts take"],
  },
  "what a server lists": {
    read: (text) => [...partsOf(Buffer.from(text), "\n")].length,
    loops: ["src/serverFolders/records.ts partsOf"],
  },
  "a path of an archive": {
    read: (path) => void planUnpack([{ kind: "file", path, size: 0 }], 1, new AbortController().signal),
    loops: ["src/serverFolders/unpackPlan.ts planUnpack"],
  },
  "an address": { read: cleanAddress, loops: ["src/panels/address.ts withoutWrapping"] },
};

/** Loops that meet no stranger's text, and why. */
export const ownLoops: Readonly<Record<string, string>> = {
  "src/deployments/sourceFiles.ts listFiles": "takes apart a list of directories of this computer, none of them itself",
  "src/fileSearch/rankFiles.ts find": "takes apart a list of paths, none of them itself",
  "src/redaction/secretIndex.ts #count": "reads the first letters of a secret alone",
  "src/serverFiles/remoteFiles.ts look": "takes apart a list of paths, none of them itself",
  "src/serverFolders/localFolder.ts listLocalFolder": "takes apart a list of names, none of them itself",
  "src/siteForm/page/generatePassword.ts generatePassword": "looks at what it has made",
  "src/siteForm/page/generatePassword.ts randomLetter": "takes from letters of its own",
  "src/storage/fileLock.ts renewed": "reads the ends of names that windows of the product give",
  "src/texts/stepTexts.ts barred": "cuts a line of a step, which has at most 2,000 characters",
};
