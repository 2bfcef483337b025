import type { SiteDraft } from "../siteDraft.ts";
import { fieldText, type SiteField } from "../siteDraftRules.ts";

/** A box above the fields. A panel's words are text in it. */
export type Banner = {
  readonly text: string;
  /** Whether a change of the draft is what the box is about: then it goes. */
  readonly goesWith?: (before: SiteDraft, after: SiteDraft) => boolean;
} & (
  | { readonly kind: "note" }
  /** Takes the focus; `words` stand below its title. */
  | { readonly kind: "error"; readonly words?: string }
  | { readonly kind: "offer"; readonly button: string; readonly press: () => void }
);

/** For a box that goes as soon as anything is typed. */
export const untilTyped = (): boolean => true;

/** For a box about some fields. */
export function isChanged(...fields: readonly SiteField[]): NonNullable<Banner["goesWith"]> {
  return (before, after) => fields.some((field) => fieldText(before, field) !== fieldText(after, field));
}

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
    case "offer":
      return (
        <div class="banner offer">
          <p>{banner.text}</p>
          <button type="button" class="secondary" onClick={banner.press}>
            {banner.button}
          </button>
        </div>
      );
    default:
      return banner satisfies never;
  }
}
