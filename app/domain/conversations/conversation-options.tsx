import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Conversation } from "./conversation-answer.ts";

/** The actions of both sides of a conversation: turn read receipts on or off, and block. */
export function ConversationOptions({ conversation }: { conversation: Conversation }) {
  const { id, side, has_blocked, shows_reading } = conversation;
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const settle = () => queryClient.invalidateQueries({ queryKey: queries.conversations.key() });
  const showing = useMutation(
    queries.conversations.showReading.mutationOptions({
      onSuccess: ({ is_on }) => {
        toast.success(is_on ? "Ahora se ve lo que leíste" : "Ya no se ve lo que leíste", {
          description: is_on ? "También ves qué leyeron de lo tuyo." : "Tampoco ves qué leyeron de lo tuyo.",
        });
        return settle();
      },
      onError: (error) => toastFailure("No se pudo guardar", error),
    }),
  );
  const blocking = useMutation(
    queries.conversations.block.mutationOptions({
      onSuccess: () => {
        setAsking(false);
        toast.success("Bloqueaste a esta persona");
        return settle();
      },
      onError: (error) => {
        setAsking(false);
        toastFailure("No se pudo bloquear", error);
      },
    }),
  );
  const unblocking = useMutation(
    queries.conversations.unblock.mutationOptions({
      onSuccess: () => {
        toast.success("Ya no está bloqueada");
        return settle();
      },
      onError: (error) => toastFailure("No se pudo desbloquear", error),
    }),
  );
  return (
    <>
      <MenuButton
        label="Opciones de la conversación"
        items={[
          {
            id: "reading",
            label: shows_reading ? "No mostrar lo que leo" : "Mostrar lo que leo",
            icon: shows_reading ? "eyeOff" : "eye",
            onAction: () => showing.mutate({ is_on: !shows_reading }),
          },
          has_blocked
            ? { id: "unblock", label: "Desbloquear", icon: "refresh", onAction: () => unblocking.mutate({ id }) }
            : { id: "block", label: "Bloquear", icon: "lock", isDanger: true, onAction: () => setAsking(true) },
        ]}
      >
        <Icon name="more" />
      </MenuButton>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="¿Bloquear a esta persona?"
        confirmLabel="Sí, bloquear"
        tone="danger"
        isPending={blocking.isPending}
        onConfirm={() => blocking.mutate({ id })}
      >
        <p>
          {/* A specialist's block may hold in this case alone: it does not tell which others are the same patient's. */}
          {side === "patient"
            ? "No van a poder escribirse ni ver los datos del otro: tampoco el teléfono, el caso ni los estudios. No habrá postulaciones ni invitaciones entre los dos."
            : "En este caso no van a poder escribirse ni ver los datos del otro: tampoco el teléfono ni los estudios."}{" "}
          Se cancelan los turnos que tengan por delante. No le avisamos del bloqueo, y podés desbloquearla cuando
          quieras, también desde tu perfil.
        </p>
      </ConfirmDialog>
    </>
  );
}
