import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import * as v from "valibot";
import type { Operation, Wire } from "../../../../src/wire/answers/operation.ts";
import { operations, type OperationId, type RouteOf } from "../../../../src/wire/operations/operations.ts";
import { secretParams } from "../../redaction/secretParams.ts";

/** Names of parameters that are secrets. */
const SECRET_NAME = /pass|pwd|secret|token|credential|key$/i;

const { privateKey } = generateKeyPairSync("ed25519");

/** Parts of a schema, as far as this looks at them. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly Schema[];
}

const isSchema = (part: unknown): part is Schema => typeof part === "object" && part !== null && "type" in part;

/** The places of all parameters that are secrets by their names, or take a private key. */
function secretsOf(schema: Schema, place = ""): readonly string[] {
  const { entries = {}, wrapped, item, pipe = [], options = [] } = schema;
  const isObject = schema.entries !== undefined;
  const takesKey = !isObject && v.is(schema as unknown as v.GenericSchema, privateKey);
  const inner = [wrapped, item, ...pipe.slice(0, 1), ...options.filter(isSchema)].flatMap((part) =>
    part === undefined || part === schema ? [] : secretsOf(part, place),
  );
  return [
    ...new Set([
      ...(!isObject && (takesKey || SECRET_NAME.test(place)) ? [place] : []),
      ...inner,
      ...Object.entries(entries).flatMap(([name, entry]) => secretsOf(entry, place === "" ? name : `${place}.${name}`)),
    ]),
  ];
}

const rows = Object.entries(operations) as unknown as readonly (readonly [
  OperationId,
  Operation<object, unknown, RouteOf<OperationId>>,
])[];

const hasSecrets = ({ wires }: { readonly wires: readonly Wire<object>[] }) =>
  wires.some(({ secretFields = [] }) => secretFields.length > 0);

describe("parameters that are secrets", () => {
  for (const [id, row] of rows) {
    const places = secretsOf(row.params);
    const samples = secretParams[id] ?? [];
    if (places.length === 0 && samples.length === 0 && !hasSecrets(row)) continue;

    it(`of ${id} have values in the table of the tests`, () => {
      assert.ok(samples.length > 0);
      for (const { params, secrets } of samples) {
        assert.deepEqual(Object.keys(secrets).toSorted(), places.toSorted());
        assert.ok(v.is(row.params, params));
      }
    });

    it(`of ${id} are marked on each wire, and nothing else is`, () => {
      for (const wire of row.wires)
        for (const { params, secrets } of samples) {
          const sent = Object.entries(wire.encode?.(params) ?? {});
          const withSecret = sent.filter(([, text]) => Object.values(secrets).some((secret) => text.includes(secret)));
          assert.deepEqual((wire.secretFields ?? []).toSorted(), withSecret.map(([name]) => name).toSorted());
          // what is known as a secret is the whole field: more than the secret and blanks would be masked with it
          for (const [, text] of withSecret)
            assert.ok(Object.values(secrets).some((secret) => secret.trim() === text.trim()));
        }
    });
  }

  it("are found by a private key and by their names", () => {
    const schema = v.object({
      name: v.string(),
      key: v.custom<object>(() => true),
      account: v.optional(v.object({ password: v.pipe(v.string(), v.nonEmpty()) })),
      list: v.array(v.object({ apiToken: v.string() })),
    });
    assert.deepEqual(secretsOf(schema as unknown as Schema), ["key", "account.password", "list.apiToken"]);
  });
});
