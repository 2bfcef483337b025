import titles from "../../package.nls.json" with { type: "json" };
import { daysWork } from "./daysWork.ts";

describe("A day's work on an aaPanel", () => {
  daysWork({
    picture: "day",
    edition: "aapanel",
    panel: "Shop",
    text: (english, ...values) => english.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
    title: (key) => titles[key],
  });
});
