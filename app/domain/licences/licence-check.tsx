import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode } from "../../shared/errors.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Key } from "../../ui/key.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { KnownBefore } from "../departures/known-before.tsx";
import { usePast } from "../departures/use-past.ts";
import { JURISDICTIONS_BY_NAME } from "../places/jurisdictions.ts";
import { PersonLine } from "../profiles/person-line.tsx";
import type { LicenceKind } from "./licence.ts";
import { KIND_OPTIONS, licenceName } from "./licence-words.ts";
import { StandingBadge } from "./standing-badge.tsx";

type DueLicence = Answers["licences"]["queue"]["items"][number];

/** The keys that act while the focus is in the card, except in its fields. */
const KEYS = { c: "register", v: "verify", d: "doubt", i: "deactivate", s: "skip" } as const;
type Act = (typeof KEYS)[keyof typeof KEYS];

type LicenceCheckProps = { licence: DueLicence; registerUrl: string; onDone: (id: string) => void };

/** One licence to check, by buttons or by keys. It takes the focus when it opens, and `onDone` opens the next one. */
export function LicenceCheck({ licence, registerUrl, onDone }: LicenceCheckProps) {
  const { id, name, number } = licence;
  const queryClient = useQueryClient();
  const card = useRef<HTMLDivElement>(null);
  const [isLookedUp, setLookedUp] = useState(false);
  const [kind, setKind] = useState(licence.kind ?? "");
  const [jurisdiction, setJurisdiction] = useState(licence.jurisdiction ?? "");
  const [written, setWritten] = useState("");
  const past = usePast(licence.departures);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);

  const settle = (said: string, asked: string, then = "") => ({
    onSuccess: ({ state }: { state: string }) => {
      // The number that was written has a past or holders, which the card shows now.
      if (state !== asked) {
        toast.info("Ese número lo tuvo otra cuenta. Mirala y comprobá de nuevo.");
        return void queryClient.invalidateQueries({ queryKey: queries.licences.queue.key() });
      }
      toast.success(said, { description: `${name}.${then}` });
      onDone(id);
    },
    onError: (error: unknown) => {
      toastFailure("No se pudo guardar la decisión", error);
      if (errorCode(error) === "PROFILE_CHANGED")
        void queryClient.invalidateQueries({ queryKey: queries.licences.queue.key() });
    },
  });
  const verifying = useMutation(queries.licences.verify.mutationOptions(settle("Matrícula comprobada", "verified")));
  const doubting = useMutation(
    queries.licences.doubt.mutationOptions(settle("Matrícula en duda", "doubtful", " Vuelve a estar primera.")),
  );
  const deactivating = useMutation(
    queries.licences.deactivate.mutationOptions(settle("Matrícula inactiva", "inactive")),
  );
  const isBusy = verifying.isPending || doubting.isPending || deactivating.isPending;

  const acts: Record<Act, () => void> = {
    // Does not await the copy: both calls need the user's gesture.
    register: () => {
      setLookedUp(true);
      void navigator.clipboard?.writeText(number).then(
        () => toast.success("Número copiado"),
        () => toast.error("Tu navegador no deja copiar. Anotalo a mano."),
      );
      window.open(registerUrl, "_blank", "noopener");
    },
    verify: () =>
      verifying.mutate({
        id,
        method: licence.evidence_url ? "evidence" : "register",
        evidence_at: licence.evidence_at?.toISOString(),
        kind: (kind || null) as LicenceKind | null,
        jurisdiction: jurisdiction || null,
        read: { name },
        past: past.given,
        ...(!licence.is_read && { number: written }),
      }),
    doubt: () => doubting.mutate({ id }),
    deactivate: () => deactivating.mutate({ id }),
    skip: () => onDone(id),
  };
  function onKeyDown(event: KeyboardEvent) {
    const isTyped = (event.target as Element).matches("input:not([type=radio]), select");
    const act = KEYS[event.key.toLowerCase() as keyof typeof KEYS] as Act | undefined;
    if (!act || isTyped || isBusy || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[act]();
  }

  const facts = [
    ["Email", licence.email],
    ["Barrio", licence.location_city],
  ] as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys repeat the buttons inside.
    <div
      ref={card}
      role="group"
      aria-label={`${licenceName(licence)} de ${name}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 outline-none md:gap-5 md:p-5 focus-visible:border-primary"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StandingBadge standing={licence.standing} />
        {licence.checked_on && (
          <p className="text-sm text-muted">Comprobada por última vez el {formatBirthDate(licence.checked_on)}</p>
        )}
        {!licence.is_confirmed && <Badge tone="warning">Email sin confirmar</Badge>}
        {licence.has_gap && <Badge tone="warning">Atiende donde no tiene matrícula comprobada</Badge>}
      </div>
      <p className="font-display text-2xl font-semibold wrap-anywhere">{licenceName(licence)}</p>
      <div className="min-w-0 wrap-anywhere">
        <PersonLine name={name} photoUrl={licence.photo_url}>
          {licence.is_first ? "La matrícula de su perfil" : "Otra de sus matrículas"}, declarada{" "}
          <RelativeTime date={licence.declared_at} />
        </PersonLine>
      </div>
      <KnownBefore others={licence.same_licence} past={past} />
      {(!licence.kind || !licence.jurisdiction || !licence.is_read) && (
        <div className="grid grid-cols-2 gap-x-3">
          {!licence.is_read && <TextField label="Número" value={written} onChange={setWritten} inputMode="numeric" />}
          {!licence.kind && (
            <Select
              label="Tipo"
              placeholder="Sin decir"
              options={KIND_OPTIONS}
              value={kind}
              onChange={setKind}
              isOptional
            />
          )}
          {!licence.jurisdiction && (
            <Select
              label="Jurisdicción"
              placeholder="Sin decir"
              options={JURISDICTIONS_BY_NAME}
              value={jurisdiction}
              onChange={setJurisdiction}
              isOptional
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant={isLookedUp ? "secondary" : "primary"} icon="copy" onPress={acts.register} isDisabled={isBusy}>
          Copiar y abrir el registro <Key letter="C" />
        </Button>
        {licence.evidence_url && (
          <ButtonLink to={licence.evidence_url} variant="secondary" icon="file">
            Ver la constancia
          </ButtonLink>
        )}
      </div>
      <div className="flex flex-wrap gap-x-2 gap-y-3">
        <Button
          variant={isLookedUp ? "primary" : "secondary"}
          icon="check"
          onPress={acts.verify}
          isPending={verifying.isPending}
          isDisabled={isBusy && !verifying.isPending}
        >
          Comprobada <Key letter="V" />
        </Button>
        <Button
          variant="secondary"
          icon="warning"
          onPress={acts.doubt}
          isPending={doubting.isPending}
          isDisabled={isBusy && !doubting.isPending}
        >
          En duda <Key letter="D" />
        </Button>
        <Button
          variant="secondary"
          icon="close"
          onPress={acts.deactivate}
          isPending={deactivating.isPending}
          isDisabled={isBusy && !deactivating.isPending}
        >
          Inactiva <Key letter="I" />
        </Button>
        <Button variant="quiet" onPress={acts.skip} isDisabled={isBusy}>
          Seguir con otra <Key letter="S" />
        </Button>
      </div>
      <Facts facts={facts} />
    </div>
  );
}
