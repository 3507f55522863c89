import { type Ref, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextDialog } from "../../ui/text-dialog.tsx";
import { healthConsent } from "./health-consent.ts";

type HealthConsentBoxProps = {
  isTicked: boolean;
  problem: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onTick: (isTicked: boolean) => void;
};

/** The consent to the use of health data of somebody without an account, with the text that this program knows. */
export function HealthConsentBox({ isTicked, problem, inputRef, onTick }: HealthConsentBoxProps) {
  const [isReading, setReading] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="min-w-0 flex-1 basis-[12rem]">
          <Checkbox isSelected={isTicked} onChange={onTick} inputRef={inputRef} errorMessage={problem} isRequired>
            Consiento que se usen mis datos de salud para que especialistas evalúen mi caso y me atiendan
          </Checkbox>
        </div>
        <Button variant="link" size="inline" aria-label="Leer el consentimiento" onPress={() => setReading(true)}>
          Leer
        </Button>
      </div>
      <TextDialog title="Tus datos de salud" paragraphs={healthConsent} isOpen={isReading} onOpenChange={setReading} />
    </>
  );
}
