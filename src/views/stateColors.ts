/**
 * What icons tell by colour. Of the colours that themes have, these stand out from VS Code's own side bars by 3:1, in light
 * themes as well; those of its test view do not.
 */
export const stateColors = {
  fine: "charts.green",
  warning: "list.warningForeground",
  wrong: "list.errorForeground",
  quiet: "descriptionForeground",
} as const;
