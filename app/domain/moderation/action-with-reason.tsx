import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Key } from "../../ui/key.tsx";
import type { IconName } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { REASON_MAX } from "./moderation.ts";

type ActionWithReasonProps = {
  label: string;
  /** The accessible label of the button, without its visual context. */
  fullLabel: string;
  icon: IconName;
  /** The key that presses it, drawn where a list hears it. */
  letter?: string | undefined;
  tone?: "primary" | "danger";
  /** Filled for the next step, quiet for what is rare and strong. */
  look?: "primary" | "secondary" | "quiet";
  title: string;
  children: ReactNode;
  /** The reason field; omitted for actions that need no reason. */
  reason?: { label: string; description: string; missing: string };
  act: (reason: string) => Promise<unknown>;
  done: string;
  failure: string;
};

/** A button for an action with a reason; affected queries are reloaded afterwards. */
export function ActionWithReason(props: ActionWithReasonProps) {
  const { label, fullLabel, icon, letter, tone = "danger", look = "secondary", title, children, reason } = props;
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    // The props of the press: a live event may turn this button into the one of the opposite action before the answer comes.
    mutationFn: ({ written, pressed }: { written: string; pressed: ActionWithReasonProps }) => pressed.act(written),
    onSuccess: (_, { pressed }) => {
      setAsking(false);
      toast.success(pressed.done);
    },
    onError: (error, { pressed }) => toastFailure(pressed.failure, error),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <Button variant={look} size="small" icon={icon} aria-label={fullLabel} onPress={() => setAsking(true)}>
        {label} {letter && <Key letter={letter} />}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={title}
        confirmLabel={label}
        tone={tone}
        isPending={isPending}
        input={reason && { ...reason, counterMax: REASON_MAX }}
        onConfirm={(text) => mutate({ written: text, pressed: props })}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
