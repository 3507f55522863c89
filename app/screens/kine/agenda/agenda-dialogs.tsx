import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../../client/api.ts";
import { failureMessage } from "../../../client/connection.ts";
import { BookDialog } from "../../../domain/bookings/book-dialog.tsx";
import { OpenBooking } from "../../../domain/bookings/booking-card.tsx";
import { firstFreeDay, FreeHours } from "../../../domain/bookings/free-hours.tsx";
import { DOT, plural } from "../../../shared/format.ts";
import { Button } from "../../../ui/button.tsx";
import { RadioChips } from "../../../ui/chip-group.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { DateField } from "../../../ui/date-field.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select } from "../../../ui/select.tsx";
import { TimeField } from "../../../ui/time-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { today } from "../../../shared/text/calendar-days.ts";
import { BookingContact } from "../patient-contact.tsx";

type What =
  | { kind: "new"; matchId: string | null; start?: string }
  | { kind: "block" }
  | { kind: "keys" }
  | { kind: "booking"; id: string };
export type AgendaDialogProps = {
  what: What;
  week: Answers["agendas"]["week"] | undefined;
  isOpen: boolean;
  onClose: () => void;
};

const TITLES = {
  new: "Nuevo turno",
  block: "Bloquear o agregar horario",
  keys: "Atajos del teclado",
  booking: "Turno",
};

/** The dialogs of the agenda. */
export function AgendaDialog({ what, week, isOpen, onClose }: AgendaDialogProps) {
  const booking = what.kind === "booking" && week?.days.flatMap((day) => day.bookings).find(({ id }) => id === what.id);
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title={TITLES[what.kind]} size="small">
      {what.kind === "new" && <NewBooking asked={what.matchId} start={what.start} onDone={onClose} />}
      {what.kind === "block" && <Block onDone={onClose} />}
      {what.kind === "keys" && <Keys />}
      {what.kind === "booking" &&
        (booking ? (
          <>
            <OpenBooking booking={booking} />
            <BookingContact booking={booking} />
          </>
        ) : (
          <p>Este turno ya no está en esta semana.</p>
        ))}
    </Dialog>
  );
}

type NewBookingProps = { asked: string | null; start: string | undefined; onDone: () => void };

/** `asked`: the application of the patient who is chosen first; `start`: the free time that was chosen. */
function NewBooking({ asked, start, onDone }: NewBookingProps) {
  const own = useQuery(queries.bookings.mine.queryOptions());
  const agenda = useQuery(queries.agendas.mine.queryOptions());
  const [match, setMatch] = useState(asked ?? "");
  const [place, setPlace] = useState("");
  const [chosenDay, setDay] = useState<string | null | undefined>(start?.slice(0, 10));
  const [time, setTime] = useState(start?.slice(11) ?? "");
  const [isAsking, setAsking] = useState(false);
  const partners = own.data?.partners ?? [];
  const places = agenda.data?.places ?? [];
  const [matchId, placeId] = [match || (partners[0]?.match_id ?? ""), place || (places[0]?.id ?? "")];
  const named = partners.find(({ match_id }) => match_id === matchId);
  const soonest = useQuery({
    ...queries.agendas.slots.queryOptions({ input: { match_id: matchId, from: today() } }),
    enabled: matchId !== "" && chosenDay === undefined,
  });
  if (own.data && partners.length === 0)
    return <p>Cuando un paciente acepte tu postulación, acá le vas a poder proponer turnos.</p>;
  const firstDay = soonest.isFetched ? (firstFreeDay(soonest.data, placeId) ?? today()) : null;
  const day = chosenDay === undefined ? firstDay : chosenDay;
  return (
    <div className="flex flex-col gap-5">
      <Select
        label="Paciente"
        options={partners.map(({ match_id, name, title }) => ({ value: match_id, label: `${name} · ${title}` }))}
        value={matchId}
        onChange={setMatch}
      />
      {places.length > 1 && (
        <Select
          label="Dónde"
          options={places.map(({ id, label }) => ({ value: id, label }))}
          value={placeId}
          onChange={setPlace}
        />
      )}
      <DateField label="Día" value={day} onChange={setDay} autoComplete="off" />
      {matchId && placeId && day && (
        <FreeHours key={day} {...{ matchId, placeId, day, time }} onChange={setTime} onDay={setDay} />
      )}
      <Button isDisabled={!matchId || !placeId || !day || !time} onPress={() => setAsking(true)}>
        Revisar y proponer
      </Button>
      {isAsking && (
        <BookDialog
          matchId={matchId}
          placeId={placeId}
          start={`${day}T${time}`}
          about={[named?.name, places.find(({ id }) => id === placeId)?.label].filter(Boolean).join(DOT)}
          side="kine"
          isInstant={false}
          isOpen
          onClose={(isDone) => {
            setAsking(false);
            if (isDone) onDone();
          }}
        />
      )}
    </div>
  );
}

function Block({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState("closed");
  const [from, setFrom] = useState<string | null>(today());
  const [until, setUntil] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(true);
  const [start, setStart] = useState("");
  const [end, setEnd] = useState("");
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const block = useMutation(queries.agendas.block.mutationOptions());
  const isOpen = kind === "open";
  const hasTimes = isOpen || !isWhole;
  const save = async () => {
    setProblem(undefined);
    try {
      const times = hasTimes ? { start_time: start, end_time: end } : { start_time: null, end_time: null };
      const { bookings } = await block.mutateAsync({
        from_day: from ?? "",
        until_day: until ?? from ?? "",
        ...times,
        is_open: isOpen,
      });
      if (bookings > 0) toast.warning(`Hay ${plural(bookings, "turno", "turnos")} en ese rato: siguen en pie.`);
      else toast.success(isOpen ? "Horario agregado" : "Bloqueado");
      onDone();
    } catch (error) {
      setProblem(failureMessage(error));
    } finally {
      await queryClient.invalidateQueries({ queryKey: queries.agendas.key() });
    }
  };
  return (
    <div className="flex flex-col gap-5">
      <RadioChips
        label="Qué cambia"
        options={[
          { value: "closed", label: "No atiendo" },
          { value: "open", label: "Atiendo fuera de mi horario" },
        ]}
        value={kind}
        onChange={setKind}
      />
      <DateField label="Desde" value={from} onChange={setFrom} autoComplete="off" />
      <DateField label="Hasta" value={until} onChange={setUntil} autoComplete="off" isOptional />
      {!isOpen && (
        <Checkbox isSelected={isWhole} onChange={setWhole}>
          Todo el día
        </Checkbox>
      )}
      {hasTimes && (
        <div className="grid grid-cols-2 gap-4">
          <TimeField label="De" value={start} onChange={setStart} />
          <TimeField label="A" value={end} onChange={setEnd} />
        </div>
      )}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <Button isPending={block.isPending} onPress={() => void save()}>
        {isOpen ? "Agregar horario" : "Bloquear"}
      </Button>
    </div>
  );
}

const KEYS = [
  ["j, →", "Día siguiente"],
  ["k, ←", "Día anterior"],
  ["t", "Hoy"],
  ["↓ ↑", "Turno siguiente, anterior"],
  ["Enter", "Abrir el turno"],
  ["n", "Nuevo turno"],
  ["b", "Bloquear"],
  ["m, x", "Abrirlo para mover o cancelar"],
] as const;

function Keys() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
      {KEYS.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-block min-w-8 rounded border border-control bg-surface px-2 py-0.5 text-center text-sm font-semibold">
              {key}
            </kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
