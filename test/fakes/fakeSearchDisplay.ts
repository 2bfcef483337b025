import type { ResultLine } from "../../src/fileSearch/searchResults.ts";
import type { SearchDisplay } from "../../src/fileSearch/window/windowSearch.ts";

/** What a window without a view has in its place. */
export class FakeSearchDisplay implements SearchDisplay {
  /** What keys act on. */
  targets: readonly string[] | undefined = [];
  /** The numbers of the lines that were selected. */
  readonly revealed: number[] = [];
  timesChanged = 0;

  changed(): void {
    this.timesChanged += 1;
  }

  async focus(): Promise<void> {
    await Promise.resolve();
  }

  async reveal({ number }: ResultLine): Promise<void> {
    this.revealed.push(number);
  }

  async keyTargets(): Promise<readonly string[] | undefined> {
    return this.targets;
  }

  dispose(): void {
    this.targets = undefined;
  }
}
