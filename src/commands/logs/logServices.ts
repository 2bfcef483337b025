import type { Acting, Services } from "../context/services.ts";

/** What commands on followed logs work with. */
export type LogServices = Acting & Pick<Services, "logTails">;
