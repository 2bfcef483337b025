import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ExchangeServer, placeOf, type RunResult } from "./exchangeServer.ts";

/** What happens before one of the tools that a run calls, or before each. */
export interface Fault {
  /** The first tool is 1. */
  readonly step: number | "each";
  /** A script of sh. */
  readonly does: string;
}

/** Ends all processes of the run at once, as a power cut or the kernel does. */
export const KILL = "kill -9 0";

/** How a run with a fault ended. */
export interface FaultyResult {
  /** `undefined`: it was killed. */
  readonly result: RunResult | undefined;
  /** Tools that were called, as far as it came. */
  readonly calls: readonly string[];
  /** Whether the fault had its turn. */
  readonly hadFault: boolean;
}

/**
 * Runs the script with a fault before a tool is called. The script itself is as it is sent: each tool in its PATH is a small
 * program that counts, has the fault happen, and becomes the tool. All that the script changes, it changes by a tool, but for lists
 * that nothing reads before the next one. One that puts several files into place is called for each, so that the fault can come between them.
 */
export async function runWithFault(
  server: ExchangeServer,
  verb: string,
  id: string,
  { step, does }: Fault,
  { run = id, deploymentStep }: { readonly run?: string; readonly deploymentStep?: string } = {},
): Promise<FaultyResult> {
  const steps = mkdtempSync(join(server.base, "steps-"));
  const [count, calls, fault] = [join(steps, "count"), join(steps, "calls"), join(steps, "fault")];
  writeFileSync(count, "0\n");
  writeFileSync(calls, "");
  writeFileSync(fault, `${does}\n`);
  const begins = (call: string) => [
    `read -r step <${count}`,
    `step=$((step + 1))`,
    `echo $step >${count}`,
    // names may have line breaks
    `printf '%s\\0' "${call}" >>${calls}`,
    step === "each" ? `. ${fault}` : `[ "$step" != ${step} ] || . ${fault}`,
  ];
  const program = (lines: readonly string[]) => [`#!${server.shell}`, ...lines, ""].join("\n");
  const bin = join(steps, "bin");
  const environment = server.wrapTools(bin, (tool, place) =>
    program([
      ...(tool === "ln" || tool === "mv" ? eachIntoDirectory(place, begins(`${tool} $options$file $into`)) : []),
      ...begins(`${tool} $*`),
      `exec ${place} "$@"`,
    ]),
  );
  const result = await server.run(verb, id, {
    environment,
    run,
    ...(deploymentStep !== undefined && { step: deploymentStep }),
  });
  const called = server.readText(calls).split("\0").slice(0, -1);
  return { result, calls: called, hadFault: called.length >= (step === "each" ? 1 : step) };
}

/** Lines of sh that take files into a directory, `program [-f] FILE… DIRECTORY/`, one by one, as the program itself does. */
function eachIntoDirectory(program: string, begins: readonly string[]): readonly string[] {
  return [
    'for into in "$@"; do :; done',
    'case "$1 $into" in',
    '  *" -T"* | -*T*) ;;',
    "  */)",
    "    options= failed=0",
    '    [ "$1" != -f ] || { options="-f "; shift; }',
    "    while [ $# -gt 1 ]; do",
    "      file=$1",
    ...begins,
    `      ${program} $options"$file" "$into" || failed=1`,
    "      shift",
    "    done",
    "    exit $failed",
    "    ;;",
    "esac",
  ];
}

/** Runs the script again until its lock is free: a process that was killed may take a moment to go. */
export async function recover(server: ExchangeServer, id: string): Promise<RunResult | undefined> {
  for (;;) {
    const result = await server.run("recover", id);
    if (result?.end !== "busy") return result;
  }
}

/** How many of the tools that an exchange calls come before anything is changed. */
export function checkOf(calls: readonly string[]): number {
  return calls.findIndex((call) => call.startsWith("sync "));
}

/** The tools that a run calls, in turn, where nothing happens to it. */
export async function callsOf(server: ExchangeServer, verb: string, id: string): Promise<readonly string[]> {
  const { calls } = await runWithFault(server, verb, id, { step: 0, does: ":" });
  return calls;
}

/** What a run leaves on the server's disk where it is cut off, by a kill or a power cut. */
export interface Cut {
  /** The tool that was not called any more. */
  readonly call: string;
  /** Where it is kept, for `restore`. */
  readonly disk: string;
}

/** Runs the script to its end, which must be `end`, and keeps what is on the disk before each tool that it calls. */
export async function cutsOf(
  server: ExchangeServer,
  {
    verb,
    id,
    end,
    deploymentStep,
  }: { readonly verb: string; readonly id: string; readonly end: string; readonly deploymentStep?: string },
): Promise<readonly Cut[]> {
  const disks = mkdtempSync(join(server.base, "disks-"));
  const does = `${placeOf("mkdir")} ${disks}/$step && ${placeOf("cp")} -a ${server.disk.join(" ")} ${disks}/$step`;
  const { result, calls } = await runWithFault(
    server,
    verb,
    id,
    { step: "each", does },
    deploymentStep === undefined ? {} : { deploymentStep },
  );
  // what is kept of a run that something else has ended says nothing about this one
  assert.equal(result?.end, end, JSON.stringify(result));
  return calls.map((call, index) => ({ call, disk: join(disks, String(index + 1)) }));
}
