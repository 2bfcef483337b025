import assert from "node:assert/strict";
import { handlers } from "../../demoPanel/baota/handlers.ts";
import type { ExactHandlers, DemoHandler, DemoHandlers } from "../../../src/demoPanel/state.ts";
import { type AnyOperation, operations } from "../../../src/wire/operations/operations.ts";

const handler: DemoHandler = () => null;

describe("the handlers of an edition", () => {
  it("cover exactly the operations with a wire, or do not compile", () => {
    const { "java.restart": _, ...missing } = handlers;
    const superfluous = { ...handlers, "java.moveLogOfStopped": handler };
    const stale = { ...handlers, "site.gone": handler };
    const all: ExactHandlers<"baota", typeof handlers> = handlers;
    const refused: readonly object[] = [
      // @ts-expect-error -- one is missing
      missing satisfies ExactHandlers<"baota", typeof missing>,
      // @ts-expect-error -- aaPanel's alone
      superfluous satisfies ExactHandlers<"baota", typeof superfluous>,
      // @ts-expect-error -- no operation at all
      stale satisfies ExactHandlers<"baota", typeof stale>,
    ];
    const none = {} as DemoHandlers<"aapanel">;
    // @ts-expect-error -- aaPanel has no terminal settings
    assert.equal(none["terminal.settings"], undefined);
    assert.equal(refused.length, 3);
    assert.deepEqual(Object.keys(all).toSorted(), idsOf("baota"));
  });
});

function idsOf(edition: string): readonly string[] {
  return (Object.entries(operations) as [string, AnyOperation][])
    .filter(([, { wires }]) => wires.some((wire) => wire.edition === undefined || wire.edition === edition))
    .map(([id]) => id)
    .toSorted();
}
