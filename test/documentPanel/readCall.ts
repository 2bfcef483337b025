import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { documentedOperations, type DocumentedId, type DocumentedOperation } from "./documentedOperations.ts";

/** A request, compared with the document. It has no signature and no values of fields in it but those of `fields`. */
export interface Call {
  /** `POST /data getData sites`: what tells two operations apart, whether the document has them or not. */
  readonly asked: string;
  /** Absent: the document does not have it. */
  readonly id?: DocumentedId;
  readonly signature: "none" | "wrong" | "right";
  readonly fields: Readonly<Record<string, string>>;
  /** What the document does not allow in it. */
  readonly complaints: readonly string[];
}

const FORM = "application/x-www-form-urlencoded";
const SIGNATURE = ["request_time", "request_token"];

/** Reads a request to its end. @param key of the panel */
export async function readCall(message: IncomingMessage, key: string): Promise<Call> {
  const body = await text(message);
  const { method = "", url = "/", headers } = message;
  const { pathname: path, searchParams: query } = new URL(url, "http://panel");
  const isForm = headers["content-type"]?.split(";", 1)[0] === FORM;
  const form = new URLSearchParams(isForm ? body : "");
  const named = (name: string) => form.get(name) ?? query.get(name) ?? undefined;
  const action = named("action");
  const id = idOf(path, action);
  const asked = [method, path, action, named("table")].filter((part) => part !== undefined).join(" ");
  // what is asked besides the document may be signed as any panel allows it
  if (id === undefined) return { asked, signature: signatureIn([...query, ...form], key), fields: {}, complaints: [] };
  const operation: DocumentedOperation = documentedOperations[id];
  const [sent, stray] = operation.method === "GET" ? [query, form] : [form, query];
  const signature = signatureIn([...sent], key);
  const fields = Object.fromEntries([...sent].filter(([name]) => !SIGNATURE.includes(name)));
  const complaints = [
    method !== operation.method && `${method} in place of ${operation.method}`,
    operation.method === "POST" && !isForm && "not urlencoded",
    operation.method === "GET" && body !== "" && "a body",
    signature === "none" && "not signed where it should be",
    ...[...stray.keys()].map((name) => `${name} in the wrong place`),
    ...repeated([...sent.keys()]).map((name) => `${name} twice`),
    ...fieldProblems(operation, fields),
  ].filter((complaint) => complaint !== false);
  return { asked, id, signature, fields, complaints };
}

function idOf(path: string, action: string | undefined): DocumentedId | undefined {
  const rows = Object.entries(documentedOperations) as [DocumentedId, DocumentedOperation][];
  return rows.find(([, row]) => row.path === path && (row.action === undefined || row.action === action))?.[0];
}

function signatureIn(fields: readonly (readonly [string, string])[], key: string): Call["signature"] {
  const { request_time: time, request_token: token } = Object.fromEntries(fields) as Record<string, string | undefined>;
  if (time === undefined || token === undefined) return "none";
  return /^\d+$/.test(time) && token === hash("md5", time + hash("md5", key)) ? "right" : "wrong";
}

function fieldProblems(
  { action, fields: documented, problem }: DocumentedOperation,
  fields: Call["fields"],
): readonly string[] {
  const names = Object.keys(fields).filter((name) => action === undefined || name !== "action");
  const problems = [
    ...names.filter((name) => !(name in documented)).map((name) => `${name} is not documented`),
    ...Object.entries(documented).flatMap(([name, { isRequired, values }]) => {
      const value = fields[name];
      if (value === undefined) return isRequired ? [`${name} is missing`] : [];
      return values.test(value) ? [] : [`${name} has no documented value`];
    }),
  ];
  if (problems.length > 0) return problems;
  const contradiction = problem?.(fields);
  return contradiction === undefined ? [] : [contradiction];
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
