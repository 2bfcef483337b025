/** What the page gets: where it is ours, its `developmentOptions`, and the server's half of SecretStorage's key. */
export interface PagePatch {
  readonly origin: string;
  readonly options: object;
  readonly key: readonly number[];
}

export function patchPage(patch: PagePatch): void;
