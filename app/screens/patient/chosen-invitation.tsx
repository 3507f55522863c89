import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";

export type ChosenInvitationProps = {
  chosen: { id: string; name: string };
  onCreate: () => void;
  /** Called when the specialist has been invited or the patient gives the invitation up. */
  onOver: () => void;
};

/** Invites the specialist whom the patient chose to an open case; without an open case, leads to creating one. */
export function ChosenInvitation({ chosen: { id, name }, onCreate, onOver }: ChosenInvitationProps) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part);
  const queryClient = useQueryClient();
  const cases = useInfiniteQuery(
    queries.cases.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  const inviting = useMutation(
    queries.cases.invite.mutationOptions({
      onSuccess: () => {
        toast.success(`Invitaste a ${name}`);
        onOver();
        return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      },
      onError: (error) => {
        const code = errorCode(error);
        if (code === "ALREADY_DONE") {
          toast.info(`Ya habías invitado a ${name}`);
          onOver();
        } else if (code === "NOT_FOUND") toast.error(`${name} no puede tomar este caso, o ya se postuló`);
        else toastFailure("No se pudo invitar", error);
        return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      },
    }),
  );
  const shown = cases.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ status, is_dormant }) => status === "open" && !is_dormant);
  return (
    <section ref={part} aria-labelledby="chosen-invitation">
      <Card as="div">
        <div className="flex items-start justify-between gap-3">
          <h2 id="chosen-invitation" className="py-2 text-xl">
            Invitar a {name}
          </h2>
          <IconButton icon="close" label={`No invitar a ${name}`} onPress={onOver} />
        </div>
        <p className="mb-4">
          {shown?.length === 0
            ? "Primero contanos qué te pasa. Cuando tu caso esté publicado, la invitación sale desde acá. "
            : "Elegí a qué caso. Una invitación no muestra tu teléfono. "}
          <Link to={`/kines/${id}`} className="text-primary underline underline-offset-4">
            Volver al perfil de {name}
          </Link>
        </p>
        {shown?.length === 0 ? (
          <Button onPress={onCreate}>Contar qué me pasa</Button>
        ) : (
          <ul role="list" className="grid gap-3">
            {shown?.map((ownCase) => (
              <li
                key={ownCase.id}
                className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-3"
              >
                <span className="min-w-0 break-words">{ownCase.title}</span>
                <Button
                  variant="secondary"
                  isPending={inviting.isPending && inviting.variables.id === ownCase.id}
                  onPress={() => inviting.mutate({ id: ownCase.id, kine_id: id })}
                >
                  Invitar
                  <span className="sr-only">
                    {" "}
                    a {name} a «{ownCase.title}»
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
