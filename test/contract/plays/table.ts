import type { PlayTable } from "../play.ts";
import { authenticationPlays } from "./authentication.ts";
import { containerPlays } from "./containers.ts";
import { javaPlays } from "./java.ts";
import { maintenancePlays } from "./maintenance.ts";
import { sitePlays } from "./sites.ts";
import { terminalPlays } from "./terminal.ts";

/** Every exchange that was recorded from BaoTa, by the name of its recording. */
export const plays: PlayTable = {
  ...authenticationPlays,
  ...sitePlays,
  ...javaPlays,
  ...containerPlays,
  ...terminalPlays,
  ...maintenancePlays,
};
