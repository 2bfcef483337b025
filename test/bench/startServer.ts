import { fork } from "node:child_process";
import { once } from "node:events";

/** A server in a process of its own, so that its work is not measured as ours. */
interface StartedServer<T> {
  /** What it says once it can be asked. */
  readonly told: T;
  readonly end: () => Promise<void>;
}

/** Starts a server of this folder, which answers each message after a while. */
export async function startServer<T>(file: string, delayMs: number): Promise<StartedServer<T>> {
  const child = fork(new URL(file, import.meta.url), [String(delayMs)], { stdio: "ignore" });
  const [told] = (await once(child, "message")) as [T];
  const end = async () => {
    child.disconnect();
    await once(child, "exit");
  };
  return { told, end };
}
