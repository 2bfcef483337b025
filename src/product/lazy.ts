/**
 * A part of a window that is made when it is first needed, and then once; until then its code is not even loaded. Where making
 * it fails, the next need tries again.
 */
export class Lazy<Part> {
  readonly #make: () => Promise<Part>;
  #making: Promise<Part> | undefined;
  #made: Part | undefined;

  constructor(make: () => Promise<Part>) {
    this.#make = make;
  }

  /** The part, once somebody needed it. What is to be told to it before that, it finds when it is made. */
  get made(): Part | undefined {
    return this.#made;
  }

  /** The part, which is made where needed. */
  async get(): Promise<Part> {
    this.#making ??= this.#make().then(
      (part) => (this.#made = part),
      (error: unknown) => {
        this.#making = undefined;
        throw error;
      },
    );
    return this.#making;
  }

  /** The part, also one that is just being made; `undefined`: nobody needed it, or it could not be made. */
  async ifNeeded(): Promise<Part | undefined> {
    return this.#making?.catch(() => undefined);
  }
}
