import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { SHOWN_WITH_CONSENT } from "../../domain/consents/shown-with-consent.ts";
import { useAskedConsent } from "../../domain/consents/use-asked-consent.ts";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { Rating } from "../../domain/reviews/rating.tsx";
import { plural } from "../../shared/format.ts";
import { useSingleFlight } from "../../ui/after-paint.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { toast } from "../../ui/toast.tsx";
import { useTogether } from "../../ui/together.tsx";

type Specialist = Answers["cases"]["reach"]["specialists"][number];

/** The patient's options for a case without applications: invite three specialists, or widen the search. */
export function CaseReach({ caseId }: { caseId: string }) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  const queryClient = useQueryClient();
  const { data, isLoading } = useQuery(queries.cases.reach.queryOptions({ input: { id: caseId } }));
  useTogether(isLoading);
  const again = () => queryClient.invalidateQueries({ queryKey: queries.cases.key() });
  const inviting = useMutation(
    queries.cases.invite.mutationOptions({
      onSuccess: () => {
        toast.success("Invitación enviada");
        return again();
      },
      onError: (error) => {
        toastFailure("No se pudo invitar", error);
        return again();
      },
    }),
  );
  const widening = useMutation(
    queries.cases.widen.mutationOptions({
      onSuccess: (_, { to }) => {
        toast.success(
          to === "more_places" ? "Listo, buscamos más lejos" : "Listo, tu caso ahora es para cualquier modalidad",
        );
        return again();
      },
      onError: (error) => toastFailure("No se pudo ampliar la búsqueda", error),
    }),
  );
  if (!data) return null;
  const { specialists, preferred_modality, can_widen_place, invitations_left } = data;
  const widen = (to: "any_modality" | "more_places") => widening.mutate({ id: caseId, to });
  return (
    <section
      ref={part}
      aria-labelledby="case-reach"
      className="flex flex-col gap-4 rounded-card bg-sunken p-4 print:hidden"
    >
      <div>
        <h3 id="case-reach" className="text-lg">
          Todavía nadie te respondió
        </h3>
        <p className="text-muted">
          {specialists.length > 0
            ? "Podés invitar a especialistas o ampliar tu búsqueda. Una invitación no muestra tu teléfono."
            : "Podés ampliar tu búsqueda, o editar el caso para contar un poco más."}
        </p>
      </div>
      {specialists.length > 0 && (
        <ul role="list" className="grid gap-3">
          {specialists.map((kine) => (
            <Invitation
              key={kine.id}
              specialist={kine}
              isPending={inviting.isPending && inviting.variables.kine_id === kine.id}
              onInvite={invitations_left > 0 ? () => inviting.mutate({ id: caseId, kine_id: kine.id }) : undefined}
            />
          ))}
        </ul>
      )}
      {invitations_left > 0 && specialists.length > 0 && (
        <p className="text-sm text-muted">
          Podés enviar {plural(invitations_left, "invitación", "invitaciones")} más para este caso.
        </p>
      )}
      {(preferred_modality !== null || can_widen_place) && (
        <div className="flex flex-wrap gap-3">
          {preferred_modality !== null && (
            <Button
              variant="secondary"
              isPending={widening.isPending && widening.variables.to === "any_modality"}
              onPress={() => widen("any_modality")}
            >
              Aceptar cualquier modalidad
            </Button>
          )}
          {can_widen_place && (
            <Button
              variant="secondary"
              isPending={widening.isPending && widening.variables.to === "more_places"}
              onPress={() => widen("more_places")}
            >
              Buscar en más barrios
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

type InvitationProps = { specialist: Specialist; isPending: boolean; onInvite: (() => void) | undefined };

function Invitation({ specialist, isPending, onInvite }: InvitationProps) {
  const { id, name, specialty, location_city, photo_url, is_invited } = specialist;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-3">
      <Link to={`/kines/${id}`} className="min-w-0 rounded-card hover:text-primary">
        <PersonLine name={name} photoUrl={photo_url}>
          {[specialty, location_city].filter(Boolean).join(" · ")}
        </PersonLine>
        <span className="mt-1 block text-sm">
          <Rating of={specialist} />
        </span>
      </Link>
      {is_invited ? (
        <Badge tone="success" icon="check">
          Invitado
        </Badge>
      ) : (
        onInvite && (
          <Button variant="secondary" isPending={isPending} onPress={onInvite}>
            Invitar<span className="sr-only"> a {name}</span>
          </Button>
        )
      )}
    </li>
  );
}

/** A dormant case, which the specialists' lists leave out until one press brings it back. */
export function DormantCase({ caseId }: { caseId: string }) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  const queryClient = useQueryClient();
  const consent = useAskedConsent();
  useTogether(consent.isLoading);
  // A newer text is asked for with the next edit.
  const isConsentMissing = consent.asked?.given_at === null;
  const back = useMutation(
    queries.cases.keepLooking.mutationOptions({
      onSuccess: () => {
        toast.success("Tu caso está de nuevo a la vista");
        return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      },
      onError: (error) => {
        consent.noteRefusal(error);
        toastFailure("No se pudo volver a mostrar el caso", error);
      },
    }),
  );
  const giveAndShow = useSingleFlight(async () => {
    if (isConsentMissing) {
      if (!consent.check()) return consent.box.current?.focus();
      try {
        await consent.give();
      } catch (error) {
        return toastFailure("No se pudo guardar tu consentimiento", error, true);
      }
    }
    await back.mutateAsync({ id: caseId }).catch(() => undefined);
  });
  return (
    <section
      ref={part}
      aria-labelledby="dormant-case"
      className="flex flex-col items-start gap-3 rounded-card bg-warning-soft p-4 print:hidden"
    >
      <h3 id="dormant-case" className="text-lg">
        Tu caso está en pausa
      </h3>
      <p>
        {isConsentMissing
          ? SHOWN_WITH_CONSENT
          : "No figura en las listas de especialistas. Sigue abierto y con todo lo que contaste."}
      </p>
      {isConsentMissing && <ConsentField consent={consent} />}
      <Button isPending={consent.isGiving || back.isPending} onPress={giveAndShow}>
        Sigo buscando, volver a mostrarlo
      </Button>
    </section>
  );
}
