import type { Services } from "./commands/context/services.ts";
import type { LogTail } from "./logs/followedLog.ts";
import { createLogScreens } from "./platform/logScreens.ts";
import { readSetting } from "./platform/readSetting.ts";
import type { Memento } from "./storage/ports.ts";
import { FollowedLogsBar } from "./views/followedLogsBar.ts";
import { createLogTails, storedTails, tellLogEnd } from "./window/createLogTails.ts";

/** What the followed logs of a window are made with. */
interface LogParts {
  /** Of the workspace. */
  readonly memento: Memento;
  /** A log is followed from now on, is no longer, or is in another phase. */
  readonly onChange: (tail: LogTail) => void;
  readonly onDefect: (error: unknown) => void;
}

/** What follows the logs of a window and shows them; `compose.ts` loads it with the first. The caller disposes the result. */
export function composeLogs(services: Services, { memento, onChange, onDefect }: LogParts) {
  const { clock, connections, demo, panels, redactor } = services;
  const panelOf = (panelId: string) => panels().find(({ id }) => id === panelId);
  const screens = createLogScreens(redactor);
  const tails = createLogTails({
    panelOf,
    connections,
    demo,
    clock,
    openScreen: (name) => screens.open(name),
    staleMinutes: () => readSetting("serverPanel.upgradeLog.staleMinutes"),
    memento,
    onChange,
    onEnded: (tail, ending) => void tellLogEnd(services, tail, ending).catch(onDefect),
    onDefect,
  });
  const bar = new FollowedLogsBar({
    logs: () => ({ tails: tails.current, ended: tails.unseen }),
    panelName: (panelId) => panelOf(panelId)?.name ?? "",
    redact: (text, names) => redactor.redact(text, names),
    now: () => clock.wallTime(),
  });
  return {
    tails,
    bar,
    /** Goes on with what the window before followed. */
    resume: () => tails.resume(storedTails(memento)),
    async dispose() {
      bar.dispose();
      await tails.dispose();
      screens.dispose();
    },
  };
}
