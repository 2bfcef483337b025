import assert from "node:assert/strict";
import type { AgentAction, AgentToolName } from "../../src/agents/agentTools.ts";
import type { ResourceKind } from "../../src/resources/resources.ts";

/** The result of a tool as a model reads it. */
export interface ToolAnswer {
  readonly problem?: string;
  readonly next?: string;
  readonly happened?: string;
  readonly outcome?: string;
  readonly shown?: number;
  readonly total?: number;
  readonly next_offset?: number;
  readonly actions?: readonly string[];
  readonly logs?: readonly string[];
  readonly up_to_date?: boolean;
  readonly steps_agreed?: boolean;
  readonly seconds_watched?: number;
  readonly new_lines_in_log?: number | string;
  readonly fault?: string;
  readonly asked_from?: string;
  readonly seen?: string;
  readonly already?: boolean;
  readonly seconds_waited?: number;
  readonly log_ended?: string;
  readonly data?: {
    readonly message?: string;
    readonly line?: string;
    readonly lines?: readonly string[];
    readonly servers?: readonly Readonly<Record<string, unknown>>[];
    readonly panels?: readonly Shown[];
    readonly problems?: readonly Shown[];
    readonly resources?: readonly Shown[];
    readonly files?: readonly Shown[];
    readonly steps?: readonly Shown[];
    readonly unread?: readonly Shown[];
    readonly resource?: Shown;
    readonly project?: string;
    readonly jar_here?: string;
    readonly bytes_here?: number;
    readonly bytes_on_server?: number;
    readonly release?: Readonly<Record<string, unknown>>;
    readonly website_serves?: string;
    readonly switch_seen?: boolean;
    readonly end_of_output?: readonly string[];
  };
}

type Shown = Readonly<Record<string, string | number | undefined>>;

/** Invokes a tool as an agent does. */
export type Invoke = (tool: AgentToolName, input: object) => Promise<ToolAnswer>;

/** A call of a tool, and what the agent made of its result. */
interface Call {
  readonly tool: AgentToolName;
  readonly input: object;
  readonly sees: (answer: ToolAnswer) => void;
}

/** What an agent is to get going again. */
interface Stopped {
  readonly panel: string;
  readonly kind: ResourceKind;
  readonly name: string;
  /** A word in its log. */
  readonly logged: string;
  /** Whether a restart starts what is stopped; else the agent is told that only a start applies. */
  readonly isRestartable: boolean;
}

/**
 * The calls of an agent that was told to get going again what is stopped: it looks at the connection, finds it, reads its log, restarts it, if need be
 * after it was started, waits until it runs, and verifies that.
 */
export function dialogueAbout({ panel, kind, name, logged, isRestartable }: Stopped): readonly Call[] {
  const it = { panel, kind, name };
  const control = (action: AgentAction) => ({ tool: "control_panel_resource", input: { ...it, action } }) as const;
  const refused: Call = {
    ...control("restart"),
    sees: ({ next = "", happened }) => assert.deepEqual([/start/.test(next), happened], [true, undefined]),
  };
  const isDone: Call["sees"] = ({ happened, outcome }) => assert.deepEqual([happened, outcome], ["yes", "done"]);
  const started: Call = { ...control("start"), sees: isDone };
  const restarted: Call = { ...control("restart"), sees: isDone };
  const isIt = (row: Shown) => row["name"] === name && row["kind"] === kind;
  return [
    {
      tool: "list_panels",
      input: {},
      sees: ({ data }) => assert.equal(data?.panels?.find((row) => row["name"] === panel)?.["state"], "answering"),
    },
    { tool: "diagnose_panel", input: { panel }, sees: ({ fault }) => assert.equal(fault, "none") },
    {
      tool: "list_panel_problems",
      input: { panel },
      sees: ({ data }) => assert.equal(data?.problems?.find(isIt)?.["problem"], "stopped"),
    },
    {
      tool: "read_panel_log",
      input: it,
      sees: ({ data }) =>
        assert.ok(
          data?.lines?.some((line) => line.includes(logged)),
          data?.lines?.join("\n"),
        ),
    },
    ...(isRestartable ? [] : [refused, started]),
    restarted,
    {
      tool: "wait_for_panel_state",
      input: { ...it, state: "running" },
      sees: ({ seen }) => assert.equal(seen, "yes"),
    },
    {
      tool: "wait_for_panel_state",
      input: { ...it, text: logged.toUpperCase(), include_earlier: true },
      sees: ({ seen, data }) => assert.deepEqual([seen, data?.line?.includes(logged)], ["yes", true]),
    },
    {
      tool: "get_panel_resource",
      input: it,
      sees: ({ data, actions }) => {
        assert.equal(data?.resource?.["state"], "running");
        assert.ok(actions?.includes("restart"));
      },
    },
    {
      tool: "list_panel_problems",
      input: { panel },
      sees: ({ data }) => assert.equal(data?.problems?.find(isIt), undefined),
    },
  ];
}

/** Plays a dialogue; each result has to be what the agent made of it. */
export async function play(calls: readonly Call[], invoke: Invoke): Promise<void> {
  for (const { tool, input, sees } of calls) sees(await invoke(tool, input));
}
