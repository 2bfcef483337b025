import { filled } from "../filled.ts";
import { BannerBox } from "./banners.tsx";
import { EditStep } from "./editStep.tsx";
import type { FormState } from "./formState.ts";
import { CreatedStep, ExistedStep } from "./outcomeSteps.tsx";
import { LookingStep, ReviewStep } from "./reviewStep.tsx";

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
    case "looking":
      return <LookingStep form={form} />;
    case "created":
      return <CreatedStep form={form} outcome={step.outcome} />;
    case "existed":
      return <ExistedStep form={form} outcome={step.outcome} />;
    default:
      return step satisfies never;
  }
}

/** The panel, and why no site can be created on it. */
function Header({ form }: { readonly form: FormState }) {
  const { name, address, obstacle } = form.panel;
  const texts = form.texts.form;
  // later there is nothing to send any more
  const isOpen = form.step.kind === "edit" || form.step.kind === "review";
  const label = obstacle && { readOnly: texts.editPanel, keyNeeded: texts.changeKey, removed: undefined }[obstacle];
  return (
    <header>
      <h1>{filled(texts.title, name)}</h1>
      {form.step.kind === "edit" && <p class="help">{filled(texts.subtitle, name, address)}</p>}
      {isOpen && obstacle !== undefined && (
        <div class="banner warning offer">
          <p id="obstacle">{form.obstacleText}</p>
          {label !== undefined && (
            <button type="button" class="secondary" onClick={() => void form.connection.succeeds("removeObstacle", {})}>
              {label}
            </button>
          )}
        </div>
      )}
    </header>
  );
}
