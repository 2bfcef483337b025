import * as l10n from "@vscode/l10n";
import { sentences } from "../../characters/sentences.ts";
import { EditStep } from "./editStep.tsx";
import { BannerBox, obstacleText } from "./banners.tsx";
import type { FormState } from "./formState.ts";
import { OutcomeStep } from "./outcomeSteps.tsx";
import { PendingStep, ReviewStep } from "./reviewStep.tsx";

/** The form: its header, the boxes below it, and the step that it is at. */
export function Form({ form }: { readonly form: FormState }) {
  return (
    <>
      <Header form={form} />
      {form.banners.map((banner) => (
        <BannerBox key={banner} banner={banner} />
      ))}
      <StepOf form={form} />
    </>
  );
}

function StepOf({ form }: { readonly form: FormState }) {
  const { step } = form;
  switch (step.kind) {
    case "edit":
      return <EditStep form={form} />;
    case "review":
      return <ReviewStep form={form} step={step} />;
    case "pending":
      return <PendingStep form={form} />;
    case "outcome":
      return <OutcomeStep form={form} outcome={step.outcome} />;
    default:
      return step satisfies never;
  }
}

/** Title with the panel's name, and its obstacle. */
function Header({ form }: { readonly form: FormState }) {
  const { name, address, isDemo, obstacle } = form.panel;
  // afterwards nothing is left to send
  const isOpen = form.step.kind === "edit" || form.step.kind === "review";
  const subtitle =
    isDemo === true
      ? l10n.t("“{0}” is a demo inside VS Code: the website is made up, and no real server is touched.", name)
      : l10n.t("A PHP or static website on “{0}” ({1}). Nothing is sent until you have reviewed it.", name, address);
  return (
    <header>
      <h1>{l10n.t("Create Website: {0}", name)}</h1>
      {form.step.kind === "edit" && (
        <p class="help">{sentences(subtitle, l10n.t("What you type stays until you close this form."))}</p>
      )}
      {isOpen && obstacle !== undefined && (
        <div class="banner warning offer">
          <p id="obstacle">{obstacleText(form.panel)}</p>
          {obstacle !== "removed" && (
            <button type="button" class="secondary" onClick={() => void form.connection.succeeds("removeObstacle")}>
              {obstacle === "readOnly" ? l10n.t("Edit Panel…") : l10n.t("Change API Key…")}
            </button>
          )}
        </div>
      )}
    </header>
  );
}
