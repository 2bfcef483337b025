import type { DemoContainer } from "../records/demoRecords.ts";

/** A container's ports as Docker writes them; null for one that is not published. */
export function portBindings({ ports }: DemoContainer): Readonly<Record<string, readonly object[] | null>> {
  return Object.fromEntries(Object.entries(ports).map(([port, host]) => [port, bindingsOf(host)]));
}

function bindingsOf(host: string | undefined): readonly object[] | null {
  const [, HostIp, HostPort] = /^(.*):(\d+)$/.exec(host ?? "") ?? [];
  return HostIp === undefined ? null : [{ HostIp, HostPort }];
}
