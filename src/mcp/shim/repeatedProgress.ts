/** How often a client is told again what is going on: many give up a call that is silent for a minute. */
const AGAIN_MS = 10_000;

/** Progress that is told again until it ends. */
export interface RepeatedProgress {
  readonly tell: (sentence: string) => void;
  readonly end: () => void;
}

/** @param tellClient gets each sentence, with how many there were */
export function repeatedProgress(tellClient: (sentence: string, count: number) => void): RepeatedProgress {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = (sentence: string): void => {
    clearTimeout(timer);
    count += 1;
    tellClient(sentence, count);
    timer = setTimeout(() => tell(sentence), AGAIN_MS);
  };
  return { tell, end: () => clearTimeout(timer) };
}
