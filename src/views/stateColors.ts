/**
 * Colours of icons. They stand out from VS Code's own side bars by 3:1, also on rows with the focus and in light themes;
 * those of VS Code's test view do not, and no green of themes does, hence one of our own.
 */
export const stateColors = {
  fine: "serverPanel.fineForeground",
  warning: "list.warningForeground",
  wrong: "list.errorForeground",
  quiet: "descriptionForeground",
} as const;
