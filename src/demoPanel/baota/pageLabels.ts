import type { PageLabels } from "../bothEditions/page.ts";

/** The buttons of BaoTa's lists. */
export const pageLabels: PageLabels = {
  first: "首页",
  previous: "上一页",
  next: "下一页",
  last: "尾页",
  total: (rows) => `共${rows}条`,
};
