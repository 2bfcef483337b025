/** Contents of the page; `script` and `style` come from `webview.asWebviewUri`. */
export interface SiteFormPage {
  readonly cspSource: string;
  readonly script: string;
  readonly style: string;
  /** New for every page; letters and digits. */
  readonly nonce: string;
  /** Language of the texts, such as `zh-cn`. */
  readonly language: string;
  readonly title: string;
  /** Shown until the form has loaded its texts. */
  readonly loading: string;
}

/** Renders the empty page, which requests all data by message. */
export function siteFormHtml(page: SiteFormPage): string {
  const { cspSource, nonce } = page;
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="${escaped(page.style)}">
</head>
<body>
<main id="form" aria-busy="true"><p class="loading">${escaped(page.loading)}</p></main>
<div id="announcements" class="visually-hidden" role="status" aria-live="polite"></div>
<script nonce="${escaped(nonce)}" src="${escaped(page.script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
