import { TestSecrets } from "./storageFixture.ts";

/** A secret store that does nothing while it hangs, and everything it was asked for when it is let go. */
export class HangingSecrets extends TestSecrets {
  isHanging = false;
  #waiting: (() => void)[] = [];

  /** How many calls hang. */
  get waiting(): number {
    return this.#waiting.length;
  }

  letGo(): void {
    this.isHanging = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  override async get(name: string): Promise<string | undefined> {
    await this.#gone();
    return super.get(name);
  }

  override async store(name: string, value: string): Promise<void> {
    await this.#gone();
    await super.store(name, value);
  }

  override async delete(name: string): Promise<void> {
    await this.#gone();
    await super.delete(name);
  }

  override async keys(): Promise<readonly string[]> {
    await this.#gone();
    return super.keys();
  }

  async #gone(): Promise<void> {
    if (this.isHanging) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
