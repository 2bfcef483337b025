import type { ResourceState } from "./resource.ts";

/** The state of a row that is either so or not; `undefined`: the panel does not tell. */
export function eitherState(isSo: boolean | undefined, ifSo: ResourceState, ifNot: ResourceState): ResourceState {
  if (isSo === undefined) return "unknown";
  if (isSo) return ifSo;
  return ifNot;
}
