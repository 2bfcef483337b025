/** A deployment to a server, and the deployment to several servers that it belongs to. */
interface OfRun {
  readonly run?: string;
}

/**
 * The deployment to several servers that was the last one, by what each server has of them, the latest first. Which of two came first is told
 * by a server that has both, never by clocks. `unclear`: no server has both; `undefined`: none has any.
 */
export function latestRun(histories: readonly (readonly OfRun[])[]): { readonly run: string } | "unclear" | undefined {
  const latest = new Set(histories.flatMap(([last]) => last?.run ?? []));
  const isBefore = (run: string, other: string) =>
    histories.some((history) => {
      const [at, otherAt] = [run, other].map((each) => history.findIndex((past) => past.run === each));
      return at !== undefined && otherAt !== undefined && otherAt !== -1 && otherAt < at;
    });
  const last = [...latest].filter((run) => [...latest].every((other) => other === run || !isBefore(run, other)));
  const [run, ...others] = last;
  if (latest.size === 0) return undefined;
  return run === undefined || others.length > 0 ? "unclear" : { run };
}
