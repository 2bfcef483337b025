import { strict as assert } from "node:assert";
import { setTimeout as delay } from "node:timers/promises";
import { RenderTracker, readKeyTargets } from "../../../src/views/keyTargets.ts";

/** A list as VS Code keeps it: toggling adds the focused row to the selection, or takes it out. */
class List {
  selected: string[];
  readonly focused: string;
  toggles = 0;

  constructor(focused: string, ...selected: string[]) {
    this.focused = focused;
    this.selected = selected;
  }

  readonly selection = (): readonly string[] => this.selected;

  async toggleFocused(): Promise<void> {
    this.toggles += 1;
    const { selected, focused } = this;
    this.selected = selected.includes(focused) ? selected.filter((id) => id !== focused) : [...selected, focused];
  }
}

describe("The targets of a key", () => {
  it("are the focused row if it is not selected", async () => {
    const list = new List("b", "a");
    assert.deepEqual(await readKeyTargets(list, new RenderTracker()), ["b"]);
    assert.deepEqual(list.selected, ["a"]);
  });

  it("are the whole selection if it includes the focused row", async () => {
    assert.deepEqual(await readKeyTargets(new List("a", "a", "b"), new RenderTracker()), ["a", "b"]);
  });

  it("are none if no row has the focus", async () => {
    const list = { selection: () => [], toggleFocused: async () => undefined };
    assert.deepEqual(await readKeyTargets(list, new RenderTracker()), []);
  });

  it("are read after VS Code has drawn the list", async () => {
    const list = new List("b", "a");
    const drawing = new RenderTracker();
    const answered = Promise.withResolvers<void>();
    const drawn = drawing.during(() => answered.promise);
    const reading = readKeyTargets(list, drawing);
    await delay(120);
    assert.equal(list.toggles, 0);
    answered.resolve();
    await drawn;
    assert.deepEqual(await reading, ["b"]);
  });

  it("are unknown if the list was redrawn meanwhile", async () => {
    const list = new List("b", "a");
    const drawing = new RenderTracker();
    const toggleFocused = async () => {
      drawing.begin();
      await list.toggleFocused();
    };
    assert.equal(await readKeyTargets({ selection: list.selection, toggleFocused }, drawing), undefined);
  });

  it("are unknown if the selection does not come back", async () => {
    const list = new List("b", "a");
    const selection = () => (list.toggles === 0 ? [] : list.selected);
    const toggleFocused = () => list.toggleFocused();
    assert.equal(await readKeyTargets({ selection, toggleFocused }, new RenderTracker()), undefined);
  });

  it("are read after a while if VS Code does not stop drawing", async () => {
    const drawing = new RenderTracker(60);
    void drawing.during(() => new Promise(() => {}));
    assert.deepEqual(await readKeyTargets(new List("b", "a"), drawing), ["b"]);
  });
});
