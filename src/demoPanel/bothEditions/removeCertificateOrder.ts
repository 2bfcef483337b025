import type { DemoState } from "../state/demoState.ts";

/** Whether there was one. */
export function removeCertificateOrder({ certificateOrders }: DemoState, index: string): boolean {
  const position = certificateOrders.findIndex((order) => order.index === index);
  if (position === -1) return false;
  certificateOrders.splice(position, 1);
  return true;
}
