import { duringCallSchema, messageIn, type ToldByClient } from "../wire/messages.ts";
import { chooseWindow, lookAtWindows, type OpenWindow, type SeenWindows } from "./openWindows.ts";
import type { ListedTool } from "./toolList.ts";

/** Where calls come from and go to. */
export interface Place {
  /** The directory for agents. */
  readonly directory: string;
  /** The agent's; `undefined`: it was removed. */
  readonly workingDirectory: string | undefined;
}

/** A call of a tool. */
export interface ToolCall {
  readonly tool: ListedTool;
  readonly input: unknown;
  readonly client: ToldByClient;
  /** Cancels it. */
  readonly signal: AbortSignal;
  /** Gets what is going on meanwhile. */
  readonly progress: (sentence: string) => void;
}

/** A tool's result. */
export interface CallEnd {
  /** JSON, as `toolResult.ts` writes it. */
  readonly text: string;
  /** The name of the window that has answered, if one has. */
  readonly window?: string;
}

/** Has the window that a call is for do it. Resolves to a problem where no window can. */
export async function callWindow(place: Place, call: ToolCall): Promise<CallEnd> {
  const seen = await lookAtWindows(place.directory, call.client);
  const window = chooseWindow(seen.windows, place.workingDirectory);
  for (const other of seen.windows) if (other !== window) other.visit.end();
  if (window === undefined) return problem(...noWindow(seen));
  try {
    // while windows were looked at: it does not begin
    if (call.signal.aborted) return problem("It was canceled.", DO_NOTHING);
    return { ...(await during(window, call)), window: window.name };
  } finally {
    window.visit.destroy();
  }
}

async function during({ visit }: OpenWindow, { tool, input, signal, progress }: ToolCall): Promise<CallEnd> {
  visit.send({ type: "call", tool: tool.name, input });
  for (;;) {
    const line = await visit.next(signal);
    if (line === undefined) return signal.aborted ? problem("It was canceled.", DO_NOTHING) : gone(tool);
    const message = typeof line === "string" ? messageIn(duringCallSchema, line) : undefined;
    if (message === undefined) return gone(tool);
    if (message.type === "result") return { text: message.text };
    if (message.type === "refused") return problem(message.reason, "Tell the user.");
    progress(message.text);
  }
}

const DO_NOTHING = "Do nothing unless the user asks.";

/** A window that was closed or reloaded in the middle has said nothing of how it ended. */
function gone({ annotations }: ListedTool): CallEnd {
  const what = "The window of the editor was closed or reloaded during the call.";
  if (annotations.readOnlyHint) return problem(what, "Nothing was changed. Call again if the user still wants it.");
  return {
    text: JSON.stringify({
      happened: "unknown",
      problem: what,
      next: "It may or may not have happened: look with get_panel_resource before anything else, and do not repeat it by yourself.",
    }),
  };
}

function noWindow({ isConnected, refusal, hasOthers }: SeenWindows): readonly [problem: string, next: string] {
  if (!isConnected)
    return [
      "No agent was connected to Server Panel on this computer, or its directory is not the user's alone.",
      "Ask the user to run the command Server Panel: Connect an Agent… in their editor.",
    ];
  if (refusal !== undefined)
    return [`The window takes no call: ${refusal}`, "Call again in a minute. If it stays so, tell the user."];
  if (hasOthers)
    return [
      "Server Panel was updated since this agent started.",
      "Ask the user to reload the windows of the editor, and to restart this MCP server.",
    ];
  return [
    "No window of the editor takes calls.",
    'Ask the user to open one. If one is open, the setting serverPanel.agentTools may be "off", which only they may change.',
  ];
}

/** What is wrong, and what to do. */
export function problem(what: string, next: string): CallEnd {
  return { text: JSON.stringify({ problem: what, next }) };
}
