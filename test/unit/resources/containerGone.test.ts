import assert from "node:assert/strict";
import { container } from "../../../src/resources/container.ts";
import type { Verifier } from "../../../src/actions/verifier.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { FakeCalls, failing, type Handlers } from "../../fakes/fakeCall.ts";
import { containerRow } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";
const TARGET = { key: ID, label: "web" };
const REFUSED: PanelFailure = { kind: "rejected", message: "¡El contenedor no existe!" };
const OTHER = containerRow({ id: "0".repeat(64), name: "other" });

/** Looks at a container that the panel refuses with this message. */
async function look(handlers: Handlers, failure = REFUSED): Promise<Verifier> {
  const calls = new FakeCalls({ "container.info": failing(failure), ...handlers });
  const rule = container.actions.stop?.verification;
  assert.ok(rule !== undefined);
  return verifierOf(rule, calls, TARGET) as Promise<Verifier>;
}

const list = (rows: readonly ReturnType<typeof containerRow>[], unreadable = 0) => ({
  "container.list": () => ({
    rows,
    unreadable: Array.from({ length: unreadable }, (_, index) => ({ index, fields: ["ports"] })),
    total: rows.length + unreadable,
  }),
});

describe("a container that Docker does not find", () => {
  it("is gone if it is not listed, whatever the message", async () => {
    for (const message of ["", REFUSED.message, "容器不存在！", "No such container: x"])
      for (const rows of [[OTHER], []])
        assert.equal((await look(list(rows), { kind: "rejected", message })).identity, undefined, message);
  });

  it("is not gone if it is listed, or may be", async () => {
    const own = containerRow({ id: ID, name: "web" });
    for (const listed of [list([OTHER, own]), list([OTHER], 1), list([containerRow({ id: OTHER.id })])])
      await assert.rejects(look(listed), (error) => failureOf(error) === REFUSED);
  });

  it("is not gone if Docker does not answer, which empties the list", async () => {
    for (const language of ["获取容器信息失败！", "¡Error al obtener la información del contenedor!"]) {
      const message = `${language}list indices must be integers or slices, not str`;
      await assert.rejects(look(list([]), { kind: "rejected", message }), (error) => failureOf(error) !== undefined);
    }
  });

  it("is not gone if there is no list, and the refusal is shown", async () => {
    for (const failure of [{ kind: "unsupported" }, { kind: "page", status: 404 }] as const)
      await assert.rejects(look({ "container.list": failing(failure) }), (error) => failureOf(error) === REFUSED);
  });

  it("is not gone after any other failure", async () => {
    const timeout = failing({ kind: "page", status: 502 });
    await assert.rejects(look({ "container.list": timeout }), (error) => failureOf(error)?.kind === "page");
    await assert.rejects(look({}, { kind: "page", status: 404 }), (error) => failureOf(error)?.kind === "page");
    const defect = { "container.info": () => Promise.reject(new TypeError("a defect")) };
    await assert.rejects(look(defect), TypeError);
  });
});
