import type { PlayTable } from "../play.ts";
import { readTranscripts } from "../transcript.ts";

const awaited: PlayTable = Object.fromEntries(
  readTranscripts("aapanel").map(({ name }) => [name, { excluded: "played when aaPanel's rows exist" }]),
);

/** Every exchange that was recorded from aaPanel. What is played comes behind `awaited`, until that can go. */
export const aapanelPlays: PlayTable = { ...awaited };
