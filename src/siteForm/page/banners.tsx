import * as l10n from "@vscode/l10n";
import type { SiteFormPanel } from "../protocol.ts";
import type { SiteField } from "../siteDraft.ts";

/** A message above the fields, as plain text. */
export type Banner = {
  readonly text: string;
  /** Removed when one of these fields, or anything, is changed. */
  readonly goesWith?: readonly SiteField[] | "anything";
} & (
  | { readonly kind: "note" }
  /** Takes the focus; `words` follow the title. */
  | { readonly kind: "error"; readonly words?: string }
);

export function BannerBox({ banner }: { readonly banner: Banner }) {
  switch (banner.kind) {
    case "note":
      return <div class="banner">{banner.text}</div>;
    case "error":
      return (
        <div class="banner error" tabindex={-1} role="group" aria-label={banner.text}>
          <p>
            <strong>{banner.text}</strong>
          </p>
          {banner.words && <p class="panel-words">{banner.words}</p>}
        </div>
      );
    default:
      return banner satisfies never;
  }
}

/** Explains what becomes of a site of which nobody knows whether it was sent. */
export function mayBeSentText(): string {
  return l10n.t(
    "This website may have been sent already. “Create Website” looks for it first, and sends it only if the panel does not list it.",
  );
}

/** Explains why no site can be created on a panel; empty if it can. */
export function obstacleText({ obstacle }: SiteFormPanel): string {
  switch (obstacle) {
    case "readOnly":
      return l10n.t("This panel is read-only: websites cannot be created on it.");
    case "removed":
      return l10n.t(
        "This panel was removed: websites cannot be created on it. What you typed stays until you close the form.",
      );
    case "keyNeeded":
      return l10n.t("No API key is stored for this panel on this computer: websites cannot be created on it.");
    case undefined:
      return "";
    default:
      return obstacle satisfies never;
  }
}
