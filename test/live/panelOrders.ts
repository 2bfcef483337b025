import { PANEL, type ServerShell } from "./serverShell.ts";

/** Where panels keep their orders of certificates. */
const ORDERS = `${PANEL}/config/letsencrypt_v2.json`;

interface OrderFile {
  readonly orders?: Orders;
}

/** Orders of certificates by their index, as a panel keeps them. */
export type Orders = Readonly<Record<string, unknown>>;

/** The orders that a panel keeps. */
export async function readOrders(shell: ServerShell): Promise<Orders> {
  return (await readFile(shell)).orders ?? {};
}

/** Changes the orders that a panel keeps, and leaves all else of their file. */
export async function changeOrders(shell: ServerShell, change: (orders: Orders) => Orders): Promise<void> {
  const file = await readFile(shell);
  const changed = JSON.stringify({ ...file, orders: change(file.orders ?? {}) });
  await shell.ask(`echo ${Buffer.from(changed).toString("base64")} | base64 -d > ${ORDERS}`);
}

async function readFile(shell: ServerShell): Promise<OrderFile> {
  return JSON.parse(await shell.ask(`cat ${ORDERS} 2>/dev/null || echo {}`)) as OrderFile;
}
