import { saying } from "../http/saying.ts";
import type { DemoCertificateOrder } from "../records/demoRecords.ts";
import { say } from "../sentences.ts";
import { type HandlerContext, required } from "../state/handler.ts";

/** Orders of certificates (docs/protocol.md 9). */
export const certificateHandlers = {
  "certificateOrder.list": ({ state }: HandlerContext) => state.certificateOrders.map(certificateOrderRow),
  "certificateOrder.remove": ({ state: { certificateOrders }, fields, language }: HandlerContext) => {
    const wanted = required(fields, "index");
    const position = certificateOrders.findIndex(({ index }) => index === wanted);
    if (position === -1) return saying(false, say(language, "noSuchOrder"));
    certificateOrders.splice(position, 1);
    return saying(true, say(language, "orderDeleted"));
  },
};

/** An order has other fields once there is a certificate (docs/protocol.md 9.2). */
function certificateOrderRow({ index, domains, authType, created, renewed, progress }: DemoCertificateOrder) {
  const row = {
    index,
    domains,
    auth_type: authType,
    create_time: created,
    renew_time: renewed,
    status: progress.status,
  };
  if (progress.status !== "valid") return { ...row, expires: progress.expires };
  const save_path = `vhost/letsencrypt/${domains[0] ?? ""}`;
  return { ...row, cert_timeout: progress.validUntil, save_path };
}
