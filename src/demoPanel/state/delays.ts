/** How long things take on a demo panel, in milliseconds. */
export interface Delays {
  /**
   * From a Java start, stop or restart until the processes have changed; BaoTa's call itself answers at once. That for
   * which aaPanel's start and restart block.
   */
  readonly javaProcess: number;
  /** From the signal that ends Java processes on aaPanel until they are gone; 0.3 to 0.6 s were seen. */
  readonly javaEnd: number;
  /** From new Java processes until they listen. */
  readonly javaListen: number;
  /** For which a container call blocks; up to 13 s on running panels (docs/protocol.md 8.7). */
  readonly container: number;
  /** For which completion blocks where its package is missing. */
  readonly completionDownload: number;
  /** For which an update of Composer blocks. */
  readonly composer: number;
  /** From the start of an upgrade until its log and lock are there. */
  readonly upgradeStart: number;
  /** Between two pieces of an upgrade's log. */
  readonly upgradeChunk: number;
}

/** Long enough to be seen, short enough not to bore. */
export const defaultDelays: Delays = {
  javaProcess: 1_500,
  javaEnd: 450,
  javaListen: 1_200,
  container: 2_000,
  completionDownload: 2_000,
  composer: 3_000,
  upgradeStart: 1_000,
  upgradeChunk: 150,
};
