/**
 * A script of `sh` that stands for `sleep` where the scripts that are sent to servers run. The pause of `job.sh` between two looks at all
 * processes is shorter: no test needs its length. What is a limit for others stays what it is, also on a busy machine: the seconds that a
 * step has, which a part of `job.sh` counts beside it.
 * @param path where programs are, as in `PATH`
 */
export function quickSleep(path: string): string {
  return sleepFor(path, "is_job && ! is_part");
}

/** As `quickSleep`, for all pauses: of a test in which nothing has to be done within a limit. */
export function shortSleep(path: string): string {
  return sleepFor(path, "true");
}

/** @param isPause whether it is called for a pause that may be shorter */
function sleepFor(path: string, isPause: string): string {
  return `
# a demo panel's script has not ended as long as anything has this open
exec 7>&-
PATH=${path}
is_job() { grep -q -F /job.sh "/proc/$PPID/cmdline"; }

# whether a script's own part calls it, which runs beside that under its words
is_part() {
  read -r stat <"/proc/$PPID/stat"
  set -- \${stat##*) }
  cmp -s "/proc/$PPID/cmdline" "/proc/$2/cmdline"
}

if ${isPause}; then
  exec sleep 0.05
fi
exec sleep "$@"
`;
}
