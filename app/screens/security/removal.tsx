import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";

type RemovalProps = {
  name: string;
  question: string;
  onRemove: () => Promise<{ error: Error | null }>;
  onRemoved: () => Promise<void>;
};

/** "Quitar": removes after one confirmation, which includes the password if the sign-in is not recent. */
export function Removal({ name, question, onRemove, onRemoved }: RemovalProps) {
  const recently = useRecentSignIn();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    const answer = await recently(onRemove);
    setPending(false);
    if (!answer) return;
    setAsking(false);
    if (answer.error) {
      toast.error(failureMessage(answer.error));
      return;
    }
    toast.success(`Quitaste ${name}`);
    await onRemoved();
  }

  return (
    <>
      <Button variant="quiet" size="small" aria-label={`Quitar ${name}`} onPress={() => setAsking(true)}>
        Quitar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`¿Quitar ${name}?`}
        confirmLabel="Sí, quitar"
        tone="danger"
        isPending={isPending}
        onConfirm={() => void remove()}
      >
        {question}
      </ConfirmDialog>
    </>
  );
}
