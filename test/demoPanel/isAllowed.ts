const everyone: readonly string[] = ["*", "all", "0.0.0.0", "0.0.0.0/0", "0.0.0.0/24", "0.0.0.0/32"];

/**
 * Whether a panel's allowlist admits an address: exact IPv4, `a.b.c.d-e.f.g.h`, or everyone; an empty list admits nobody.
 * Any other mask breaks the panel, which then redirects every call: `"broken"` (docs/protocol.md 3.8, 3.9).
 */
export function isAllowed(allowed: readonly string[], address: string): boolean | "broken" {
  if (allowed.some((entry) => everyone.includes(entry))) return true;
  if (allowed.includes(address)) return true;
  const client = numberOf(address);
  for (const entry of allowed) {
    if (entry.includes("/")) return "broken";
    const [from, to] = entry.split("-").map((part) => numberOf(part.trim()));
    if (client !== undefined && from !== undefined && to !== undefined && from <= client && client <= to) return true;
  }
  return false;
}

function numberOf(address: string): number | undefined {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  return parts?.reduce((sum, part) => sum * 256 + part, 0);
}
