/** The PHP dependency manager of the server. */
export interface ComposerState {
  /** Empty where the panel cannot tell. */
  version: string;
  /** What an update would bring; `undefined` where the download fails, which the panel does not say. */
  available: string | undefined;
  /** Without any PHP nothing can be updated. */
  hasPhp: boolean;
}
