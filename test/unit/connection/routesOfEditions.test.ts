import assert from "node:assert/strict";
import * as v from "valibot";
import { Routes } from "../../../src/connection/routes.ts";
import { classic, bareObject, type Envelope } from "../../../src/wire/answers/envelope.ts";
import { failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { isObject } from "../../../src/wire/answers/isObject.ts";
import { operation, type Operation } from "../../../src/wire/answers/operation.ts";
import { decodeAnswer, type RawAnswer } from "../../../src/wire/decode.ts";
import type { Edition } from "../../../src/wire/answers/operation.ts";
import { routed } from "../../fakes/guarded.ts";

/** `{status: 0 | -1, message}`, or a classic failure (docs/protocol.md 2.3, 2.4). */
const numbered: Envelope = (body) => {
  if (!isObject(body) || typeof body["status"] !== "number") {
    const opened = classic(body);
    return opened.kind === "success" ? { kind: "unclear" } : opened;
  }
  const { status, message } = body;
  if (isObject(message) && message["status"] === false) return classic(message);
  if (status === 0) return { kind: "success", content: message };
  if (status !== -1 || !isObject(message) || typeof message["result"] !== "string") return { kind: "unclear" };
  return { kind: "failure", message: message["result"] };
};

const plain = { route: "plain", method: "POST", envelope: classic, encode: () => ({}) } as const;
const second = { ...plain, route: "second", edition: "aapanel", envelope: numbered } as const;

/** Two editions with a route each; one has an operation more, and each a way to ask that the other knows too. */
const table = {
  "thing.list": operation({
    area: "java",
    effect: "read",
    deadlineMs: 1,
    params: v.object({}),
    probe: {},
    result: v.object({ data: v.array(v.string()) }),
    wires: [
      { ...plain, path: "/list", envelope: bareObject("data") },
      { ...second, path: "/second/list" },
    ],
  }),
  "thing.restart": operation({
    area: "java",
    effect: "disrupt",
    deadlineMs: 1,
    params: v.object({}),
    result: v.object({ msg: v.string() }),
    wires: [
      { ...plain, path: "/restart" },
      {
        ...second,
        path: "/second/restart",
        normalise: (content) => ({ msg: isObject(content) ? content["result"] : undefined }),
      },
    ],
  }),
  "thing.repair": operation({
    area: "java",
    effect: "change",
    deadlineMs: 1,
    params: v.object({}),
    result: v.object({}),
    wires: [{ ...second, path: "/second/repair" }],
  }),
};

const UNKNOWN_ACTION = { status: false, msg: "Specific parameters are invalid!" };

const SECOND_EDITION: Readonly<Record<string, unknown>> = {
  "/second/list": { status: 0, timestamp: 1, message: { data: ["a"] } },
  "/second/restart": { status: 0, timestamp: 1, message: { result: "done" } },
  "/second/repair": { status: 0, timestamp: 1, message: { status: false, msg: "nothing to repair" } },
};

const FIRST_EDITION: Readonly<Record<string, unknown>> = {
  "/list": { data: ["b"] },
  "/restart": { status: true, msg: "issued" },
};

/** A panel that answers some paths, and says of all others that it does not have them. */
class Panel {
  readonly sent: string[] = [];
  edition: Edition = "unknown";
  readonly #answers: Readonly<Record<string, unknown>>;
  readonly #routes = new Routes(table, () => this.edition);

  constructor(answers: Readonly<Record<string, unknown>>) {
    this.#answers = answers;
  }

  call(id: keyof typeof table): Promise<unknown> {
    return routed(this.#routes, id, {}, async (asked, _params, route) => {
      const row = table[asked] as unknown as Operation<object, unknown>;
      const wire = row.wires.find((candidate) => candidate.route === route) ?? row.wires[0];
      this.sent.push(wire.path);
      return decodeAnswer(row, wire, json(this.#answers[wire.path] ?? UNKNOWN_ACTION));
    });
  }
}

function json(body: unknown): RawAnswer {
  return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
}

const failsWith = (failure: PanelFailure) => (error: unknown) => {
  assert.deepEqual(failureOf(error), failure);
  return true;
};

describe("an edition that is added as wires", () => {
  it("is found by its list, and its answers are read in its own envelope", async () => {
    const panel = new Panel(SECOND_EDITION);
    assert.deepEqual(await panel.call("thing.restart"), { msg: "done" });
    assert.deepEqual(await panel.call("thing.list"), { data: ["a"] });
    assert.deepEqual(panel.sent, ["/list", "/second/list", "/second/restart", "/second/list"]);
  });

  it("leaves the other edition as it is", async () => {
    const panel = new Panel(FIRST_EDITION);
    assert.deepEqual(await panel.call("thing.restart"), { msg: "issued" });
    assert.deepEqual(await panel.call("thing.list"), { data: ["b"] });
    assert.deepEqual(panel.sent, ["/list", "/restart", "/list"]);
  });

  it("is not tried on a panel that is known to be of the other", async () => {
    const panel = new Panel({});
    panel.edition = "baota";
    await assert.rejects(panel.call("thing.list"), failsWith({ kind: "unsupported" }));
    await assert.rejects(panel.call("thing.repair"), failsWith({ kind: "unsupported" }));
    assert.deepEqual(panel.sent, ["/list"]);
  });

  it("says in its own envelope that it failed", async () => {
    const panel = new Panel(SECOND_EDITION);
    panel.edition = "aapanel";
    await assert.rejects(panel.call("thing.repair"), failsWith({ kind: "rejected", message: "nothing to repair" }));
  });

  it("takes neither truth nor the other's success for its own", () => {
    const outcomes: readonly (readonly [unknown, PanelFailure["kind"] | "ok"])[] = [
      [{ status: 0, message: { result: "" } }, "ok"],
      [{ status: -1, message: { result: "no" } }, "rejected"],
      [{ status: 1, message: { result: "done" } }, "malformed"],
      [{ status: true, msg: "done" }, "malformed"],
      [{ status: false, msg: "no" }, "rejected"],
      [UNKNOWN_ACTION, "unsupported"],
      ["done", "rejected"],
    ];
    const row = table["thing.restart"];
    const [first, wire] = row.wires;
    assert.ok(wire);
    for (const [body, expected] of outcomes) assert.equal(outcomeOf(row, wire, body), expected, JSON.stringify(body));
    for (const status of [0, -1, 1, "true"])
      assert.equal(outcomeOf(row, first, { status, msg: "x", message: {} }), "malformed", JSON.stringify(status));
  });
});

function outcomeOf<P, R>(row: Operation<P, R>, wire: Operation<P, R>["wires"][number], body: unknown) {
  try {
    decodeAnswer(row, wire, json(body));
    return "ok";
  } catch (error) {
    assert.ok(error instanceof PanelError, String(error));
    return error.failure.kind;
  }
}
