import { useState } from "react";
import { useSubmit } from "../../client/form.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConsentField } from "../consents/consent-field.tsx";
import { useAskedConsent } from "../consents/use-asked-consent.ts";
import type { Conversation } from "./conversation-answer.ts";
import { MessageForm } from "./message-form.tsx";

/** The field for a patient's next message. Without a current consent to health data, the consent form replaces it: nothing may be stored. */
export function PatientMessageForm({ conversation }: { conversation: Conversation }) {
  const consent = useAskedConsent();
  const { asked, check, give, noteRefusal, box } = consent;
  const [isGiving, setGiving] = useState(false);
  const submit = useSubmit(async () => {
    if (!check()) return box.current?.focus();
    setGiving(true);
    try {
      await give();
    } catch (error) {
      noteRefusal(error);
      toastFailure("No se pudo guardar tu consentimiento", error, true);
    } finally {
      setGiving(false);
    }
  });
  if (!asked) return <MessageForm conversation={conversation} onRefusal={noteRefusal} />;
  return (
    <form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
      <ConsentField consent={consent} />
      <div className="self-end">
        <Button type="submit" isPending={isGiving} pendingLabel="Guardando…">
          Guardar y escribir
        </Button>
      </div>
    </form>
  );
}
