/** Why a window does not go on. Agents read these sentences, so that nothing else is passed on as one. */
export const refusals = {
  noHello: "This is no hello that the window understands.",
  wrongToken: "The token is not that of the window.",
  noCall: "This is no call that the window understands, or it came too late.",
  noTool: "The window has no such tool. It may have another version of Server Panel.",
  tooMany: "Too many calls at once.",
  defect: "The window could not answer.",
} as const;

export type Refusal = (typeof refusals)[keyof typeof refusals];
