/** How long things take on a demo panel, in milliseconds. */
export interface Delays {
  /** From a Java start, stop or restart until the processes have changed; the call itself answers at once. */
  readonly javaProcess: number;
  /** From new Java processes until they listen. */
  readonly javaListen: number;
  /** For which a container call blocks; up to 13 s on running panels (panel-reference.md 2.3). */
  readonly container: number;
}

/** Long enough to be seen, short enough not to bore. */
export const defaultDelays: Delays = { javaProcess: 1_500, javaListen: 1_200, container: 2_000 };
