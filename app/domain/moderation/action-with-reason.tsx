import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { IconName } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { REASON_MAX } from "./moderation.ts";

type AskedActProps = {
  label: string;
  /** What the button says to those who do not see what stands beside it. */
  fullLabel: string;
  icon: IconName;
  tone?: "primary" | "danger";
  title: string;
  children: ReactNode;
  /** What is asked for; nothing where the act needs no reason. */
  reason?: { label: string; description: string; missing: string };
  act: (reason: string) => Promise<unknown>;
  done: string;
  failure: string;
};

/** A button for an act that is given a reason; what the screens show of it is asked anew afterwards. */
export function ActionWithReason(props: AskedActProps) {
  const { label, fullLabel, icon, tone = "danger", title, children, reason, act, done, failure } = props;
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      setAsking(false);
      toast.success(done);
    },
    onError: (error) => toastFailure(failure, error),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <Button variant="secondary" size="small" icon={icon} aria-label={fullLabel} onPress={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={title}
        confirmLabel={label}
        tone={tone}
        isPending={isPending}
        input={reason && { ...reason, counterMax: REASON_MAX }}
        onConfirm={(text) => isPending || mutate(text)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
