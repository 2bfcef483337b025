import * as l10n from "@vscode/l10n";
import { bytesText } from "../../characters/bytesText.ts";
import { GrowingFile } from "../../onServer/growingFile.ts";
import type { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Clock } from "../../storage/ports.ts";
import { rethrowDefect } from "../deploymentError.ts";

/** The pauses between looks at a file grow from the first to the second. */
const FIRST_LOOK_MS = 300;
const SLOWEST_LOOK_MS = 2_000;

/** How far apart readings are as long as it runs. */
const READ_APART_MS = 2_000;

/** Most bytes of one reading, of all while it grows, and of its end. */
const MOST_AT_ONCE = 64 * 1024;
const MOST_FOLLOWED = 256 * 1024;
const MOST_OF_END = 64 * 1024;

/** Longest line, in characters. */
const LONGEST_LINE = 2_000;

/** What follows a file. */
interface FollowContext {
  readonly files: RemoteFiles;
  readonly clock: Clock;
  /** Aborts when nothing more is written. */
  readonly ended: AbortSignal;
}

/**
 * Follows a file of the server as it grows: its beginning while it does, and its last part once it has ended. What cannot be read is left
 * out: it is no failure of what writes it. Resolves after the end.
 * @param onText gets it in pieces, with its long lines cut; it may have anything else in it
 */
export async function followOutput(
  path: string,
  onText: (text: string) => void,
  context: FollowContext,
): Promise<void> {
  const { files, clock, ended } = context;
  const lines = new CutLines(onText);
  const reading = { files, clock, apartMs: READ_APART_MS, mostAtOnce: MOST_AT_ONCE };
  const output = new GrowingFile(path, reading, (bytes) => lines.add(bytes));
  const sizeNow = async () => (await files.look([path])).get(path)?.size ?? 0;
  for (let pause = FIRST_LOOK_MS; !ended.aborted; pause = Math.min(SLOWEST_LOOK_MS, pause * 1.5)) {
    await clock.sleep(pause, ended).catch(() => undefined);
    if (ended.aborted || output.position >= MOST_FOLLOWED || !output.isDue) continue;
    await unlessFailing(async () => output.readTo(Math.min(await sizeNow(), MOST_FOLLOWED)));
  }
  await unlessFailing(async () => {
    const size = await sizeNow();
    await output.readTo(Math.min(size, MOST_FOLLOWED));
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
}

async function unlessFailing(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    rethrowDefect(error);
  }
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
