import * as l10n from "@vscode/l10n";
import { bytesText } from "../../characters/bytesText.ts";
import type { JobOutput } from "../../onServer/followedJob.ts";
import { GrowingFile } from "../../onServer/growingFile.ts";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Clock } from "../../storage/ports.ts";
import { unlessFailing } from "../../wire/answers/failure.ts";

/** How far apart readings are as long as it runs. */
const READ_APART_MS = 2_000;

/** Most bytes of one reading, of all while it grows, and of its end. */
const MOST_AT_ONCE = 64 * 1024;
const MOST_FOLLOWED = 256 * 1024;
const MOST_OF_END = 64 * 1024;

/** Longest line, in characters. */
const LONGEST_LINE = 2_000;

/**
 * The output of a step for whoever reads it: its beginning while it grows, and its last part once it has ended. What cannot be read is left
 * out: it is no failure of the step.
 * @param onText gets it in pieces, with its long lines cut; it may have anything else in it
 */
export function stepOutput(path: string, onText: (text: string) => void, files: RemoteFiles, clock: Clock): JobOutput {
  const lines = new CutLines(onText);
  const reading = { files, clock, apartMs: READ_APART_MS, mostAtOnce: MOST_AT_ONCE };
  const output = new GrowingFile(path, reading, (bytes) => lines.add(bytes));
  const readBeginning = async (size: number) => output.readTo(Math.min(size, MOST_FOLLOWED));
  return {
    path,
    async read(size, isWhole) {
      if (!isWhole) {
        if (output.isDue) await unlessFailing(async () => readBeginning(size));
        return;
      }
      await unlessFailing(async () => {
        await readBeginning(size);
        const end = Math.max(output.position, size - MOST_OF_END);
        if (end > output.position) {
          lines.end();
          onText(
            `${l10n.t("… {0} are left out here. The server has all in {1}.", bytesText(end - output.position), path)}\n`,
          );
          output.leaveOut(end);
        }
        await output.readTo(size);
      });
      lines.end();
    },
  };
}

/** Text of bytes that come in pieces, none of whose lines is too long to show. */
class CutLines {
  readonly #decoder = new TextDecoder();
  readonly #onText: (text: string) => void;
  #length = 0;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  add(bytes: Uint8Array): void {
    this.#show(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Nothing more comes of what is there. */
  end(): void {
    this.#show(this.#decoder.decode());
    if (this.#length > 0) this.#onText("\n");
    this.#length = 0;
  }

  #show(text: string): void {
    const shown = text.split(/(?<=\n)/).map((line) => {
      const left = Math.max(0, LONGEST_LINE - this.#length);
      const isWhole = line.endsWith("\n");
      const content = isWhole ? line.slice(0, -1) : line;
      this.#length = isWhole ? 0 : this.#length + content.length;
      const cut = content.length > left && left > 0 ? "…" : "";
      return content.slice(0, left) + cut + (isWhole ? "\n" : "");
    });
    const said = shown.join("");
    if (said !== "") this.#onText(said);
  }
}
