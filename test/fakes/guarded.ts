import type { CalledBy, LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import type { GuardedPanel } from "../../src/connection/refusalFiles.ts";
import type { Invoke, RoutedTable, Routes } from "../../src/connection/routes.ts";

/** Makes a call as a connection does: when the guard lets it through, which learns its result. */
export async function guarded<T>(
  guard: LockoutGuard,
  panel: GuardedPanel,
  by: CalledBy,
  call: (signal: AbortSignal) => Promise<T>,
  { ending = new AbortController(), isChange = false } = {},
): Promise<T> {
  const permit = await guard.acquire(panel, by, isChange, ending);
  let result: T;
  try {
    result = await call(ending.signal);
  } catch (error) {
    throw await permit.failed(error);
  }
  await permit.succeeded();
  return result;
}

/** Calls an operation on the route that is found for it. */
export async function routed<Table extends RoutedTable>(
  routes: Routes<Table>,
  id: keyof Table & string,
  params: object,
  invoke: Invoke<Table>,
): Promise<unknown> {
  const found = await routes.find(id, params, invoke);
  return "answer" in found ? found.answer : invoke(id, params, found.route);
}
