/** Ways in which a program of a server fails. */
export const FAULTS = ["fails", "is killed", "is killed midway", "runs out of memory", "fails at its end"] as const;

export type Fault = (typeof FAULTS)[number];

const WORDS: Readonly<Record<Fault, (real: string) => string>> = {
  fails: () => "exit 1",
  "is killed": () => "kill -KILL $$",
  "is killed midway": (real) =>
    [
      "half=$(mktemp)",
      `${real} "$@" >"$half"`,
      'head -c "$(($(stat -c %s "$half") / 2))" "$half"',
      'rm -f "$half"',
      "kill -KILL $$",
    ].join("\n"),
  "runs out of memory": () => 'echo "${0##*/}: memory exhausted" >&2\nexit 2',
  "fails at its end": (real) => `${real} "$@"\nexit 2`,
};

/**
 * The text of a program, for `sh`, that does its work but for one call, or for all from that on.
 * @param path what a script has as its programs, without the failing one
 * @param calls a file that counts its calls
 */
export function failingProgram(
  { real, path, calls }: { readonly real: string; readonly path: string; readonly calls: string },
  { fault, call, isLasting }: { readonly fault: Fault; readonly call: number; readonly isLasting: boolean },
): string {
  return [
    // no program of its own counts them: that would be called for each call
    `echo x >>'${calls}'`,
    "calls=0",
    `while read -r _; do calls=$((calls + 1)); done <'${calls}'`,
    `if [ "$calls" ${isLasting ? "-ge" : "="} ${call} ]; then`,
    `PATH='${path}'`,
    WORDS[fault](real),
    "fi",
    "",
  ].join("\n");
}
