import type { HandlerContext } from "../state/handler.ts";

/** What is saved for the web terminal (docs/protocol.md 11.6, 11.7). */
export const savedForTerminal = {
  "terminal.hosts": ({ state }: HandlerContext) =>
    state.terminal.hosts
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, port, note, position }) => ({ host: id, port, ps: note, sort: position })),
  "terminal.commands": ({ state }: HandlerContext) =>
    state.terminal.commands.map(({ title, shell }) => ({ title, shell })),
};
