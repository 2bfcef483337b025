import * as v from "valibot";

/** JSON Schema, as far as tools need it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an object's schema. Throws on what it cannot say: a model would be told something else. */
export function jsonSchemaOf(schema: v.ObjectSchema<v.ObjectEntries, undefined>): JsonSchema {
  const entries = Object.entries(schema.entries);
  const required = entries.flatMap(([name, entry]) => (isOptional(entry) ? [] : name));
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, entry]) => [name, valueSchemaOf(entry)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

type Schema = v.GenericSchema;
type Part = Readonly<Record<string, unknown>> & { readonly type: string };

function isOptional(schema: Schema): boolean {
  return schema.type === "exact_optional";
}

function valueSchemaOf(schema: Schema): JsonSchema {
  if (isOptional(schema)) return valueSchemaOf((schema as unknown as { readonly wrapped: Schema }).wrapped);
  const { pipe = [schema] } = schema as unknown as { readonly pipe?: readonly Part[] };
  return Object.assign({}, ...pipe.map((part) => partOf(part as Part, schema.type === "array"))) as JsonSchema;
}

function partOf(part: Part, isArray: boolean): JsonSchema {
  switch (part.type) {
    case "string":
    case "number":
      return { type: part.type };
    case "integer":
      return { type: "integer" };
    case "picklist":
      return { type: "string", enum: part["options"] };
    case "array":
      return { type: "array", items: valueSchemaOf(part["item"] as Schema) };
    case "description":
      return { description: part["description"] };
    case "non_empty":
      return { minLength: 1 };
    case "max_length":
      return { [isArray ? "maxItems" : "maxLength"]: part["requirement"] };
    case "min_value":
      return { minimum: part["requirement"] };
    case "regex":
      return { pattern: (part["requirement"] as RegExp).source };
    default:
      throw new TypeError(`${part.type} has no JSON Schema here`);
  }
}
