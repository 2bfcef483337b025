import type { SitePhase } from "../siteFormProtocol.ts";
import { filled, type SiteFormTexts } from "../siteFormTextsSchema.ts";
import type { FormConnection } from "./formConnection.ts";

/** Says where a submission stands, as long as it lasts. */
export async function followProgress(
  connection: FormConnection,
  { creating, otherWindow, lookingFor }: SiteFormTexts["form"],
  domain: string,
  say: (text: string) => void,
): Promise<void> {
  const sentences = { starting: creating, sending: creating, waiting: otherWindow, looking: lookingFor };
  let phase: SitePhase = "starting";
  while (phase !== "ended") {
    const now: SitePhase = (await connection.call("progress", { phase })).phase;
    if (now !== "ended" && now !== phase) say(filled(sentences[now], domain));
    phase = now;
  }
}
