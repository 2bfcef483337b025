/**
 * Decodes the domains of a text: `xn--fsqu00a.example` becomes `例子.example`; everything else stays. Only for display:
 * requests take punycode.
 */
export function decodeDomains(text: string): string {
  return text.replaceAll(/(?<![\w-])xn--[a-z\d-]{1,59}(?![a-z\d-])/gi, (label) => {
    const decoded = decodeLabel(label.slice(4).toLowerCase());
    // only what a browser would encode to the same label: anything else could show another domain
    const isSame = URL.parse(`http://${decoded}.a/`)?.hostname === `${label.toLowerCase()}.a`;
    if (isSame) return decoded;
    return label;
  });
}

/** Decodes punycode without its prefix (RFC 3492). For a text that is not punycode, the result is meaningless. */
function decodeLabel(encoded: string): string {
  const cut = encoded.lastIndexOf("-");
  const points = Array.from(encoded.slice(0, Math.max(0, cut)), (letter) => letter.charCodeAt(0));
  let [point, at, bias] = [128, 0, 72];
  for (let next = cut + 1; next < encoded.length;) {
    const previousIndex = at;
    for (let [weight, base] = [1, 36]; ; base += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(encoded.charAt(next++) || "-");
      if (digit === -1) return "";
      at += digit * weight;
      const threshold = Math.min(26, Math.max(1, base - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = points.length + 1;
    bias = adapted(at - previousIndex, length, previousIndex === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > 0x10ffff) return "";
    points.splice(at++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let remaining = Math.floor(delta / (isFirst ? 700 : 2));
  remaining += Math.floor(remaining / length);
  let base = 0;
  for (; remaining > 455; base += 36) remaining = Math.floor(remaining / 35);
  return base + Math.floor((36 * remaining) / (remaining + 38));
}
