import { certificateOrderRow } from "../records/certificateOrder.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { saying } from "../http/saying.ts";

/** Orders of certificates (docs/protocol.md 9). */
export const certificateHandlers = {
  "certificateOrder.list": ({ state }: HandlerContext) => state.certificateOrders.map(certificateOrderRow),
  "certificateOrder.remove": ({ state: { certificateOrders }, fields }: HandlerContext) => {
    const index = required(fields, "index");
    const position = certificateOrders.findIndex((order) => order.index === index);
    if (position === -1) return saying(false, "指定订单不存在!");
    certificateOrders.splice(position, 1);
    return saying(true, "订单删除成功!");
  },
};
