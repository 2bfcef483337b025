import { certificateOrderRow } from "../bothEditions/certificateOrderRow.ts";
import { removeCertificateOrder } from "../bothEditions/removeCertificateOrder.ts";
import { saying } from "../http/saying.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { say } from "./sentences.ts";

/** Orders of certificates (docs/protocol.md 9). */
export const certificateHandlers = {
  "certificateOrder.list": ({ state }: HandlerContext) => state.certificateOrders.map(certificateOrderRow),
  "certificateOrder.remove": ({ state, fields, language }: HandlerContext) => {
    const isRemoved = removeCertificateOrder(state, required(fields, "index"));
    return saying(isRemoved, say(language, isRemoved ? "orderDeleted" : "noSuchOrder"));
  },
};
