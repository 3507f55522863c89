import { type RefObject, useState } from "react";
import type { Answers } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextDialog } from "../../ui/text-dialog.tsx";

type ConsentFieldProps = {
  consent: {
    /** The text to consent to; null once consent is given. */
    asked: Answers["consents"]["health"] | null;
    isTicked: boolean;
    problem: string | undefined;
    box: RefObject<HTMLInputElement | null>;
    tick: (isTicked: boolean) => void;
  };
};

/** The consent to the use of health data, unticked and separate from the terms; renders nothing once given. */
export function ConsentField({ consent }: ConsentFieldProps) {
  const { asked, isTicked, problem, box, tick } = consent;
  const [isReading, setReading] = useState(false);
  if (!asked) return null;
  return (
    <section
      aria-labelledby="health-consent"
      className="flex flex-col gap-2 rounded-card border border-line bg-sunken p-4"
    >
      <h3 id="health-consent" className="font-semibold">
        Tus datos de salud
      </h3>
      <p className="text-sm text-muted">
        Lo que contás de tu salud es un dato sensible: lo tratamos solo con tu consentimiento, y podés retirarlo cuando
        quieras en Mi Perfil. {asked.given_at && "El texto cambió desde la última vez que lo aceptaste."}
      </p>
      <div>
        <Button variant="link" size="inline" onPress={() => setReading(true)}>
          Leer el consentimiento
        </Button>
      </div>
      <Checkbox inputRef={box} isSelected={isTicked} onChange={tick} errorMessage={problem} isRequired>
        Consiento que se usen mis datos de salud para que especialistas evalúen mi caso y me atiendan
      </Checkbox>
      <TextDialog
        title="Tus datos de salud"
        paragraphs={asked.paragraphs}
        isOpen={isReading}
        onOpenChange={setReading}
      />
    </section>
  );
}
