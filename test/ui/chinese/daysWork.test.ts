import { chinese, chineseTitle } from "../../chinese/chinese.ts";
import { daysWork } from "../daysWork.ts";

describe("In Chinese, a day's work on a BaoTa", () => {
  daysWork({
    picture: "zh-day",
    options: { locale: "zh-cn", title: chineseTitle("container.title") },
    edition: "baota",
    panel: "商城",
    text: chinese,
    title: chineseTitle,
  });
});
