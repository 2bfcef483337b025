import * as v from "valibot";
import { decodeAnswer } from "../../../src/wire/decode.ts";
import { failureOf, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { Sample } from "./samples.ts";

/** What a body is read as that comes as JSON over the sample's wire; throws as the decoder does. */
export function decodeBody({ row, wire }: Sample, body: unknown): unknown {
  return decodeAnswer(row, wire, { status: 200, contentType: "application/json", body: JSON.stringify(body) });
}

/** Why a body is not read; `undefined` where it is. */
export function failureOfBody(sample: Sample, body: unknown): PanelFailure | undefined {
  try {
    decodeBody(sample, body);
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

/** Whether a row takes these parameters. */
export function accepts({ row }: Sample, params: unknown): boolean {
  return v.safeParse(row.params, params).success;
}
