import { certificateOrderRow } from "../bothEditions/certificateOrderRow.ts";
import { removeCertificateOrder } from "../bothEditions/removeCertificateOrder.ts";
import { saying } from "../http/saying.ts";
import { type HandlerContext, required } from "../state/handler.ts";

/** Orders of certificates (docs/protocol.md 9). */
export const certificateHandlers = {
  "certificateOrder.list": ({ state }: HandlerContext) => state.certificateOrders.map(certificateOrderRow),
  "certificateOrder.remove": ({ state, fields }: HandlerContext) =>
    removeCertificateOrder(state, required(fields, "index"))
      ? saying(true, "订单删除成功!")
      : saying(false, "指定订单不存在!"),
};
