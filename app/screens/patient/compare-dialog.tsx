import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { CompareAccept } from "./compare-accept.tsx";
import { type ComparedApplication, type Fact, factsOf, type Order, ORDERS, RANKS } from "./compare-facts.ts";

type Comparison = Answers["cases"]["compare"];
export type CompareDialogProps = { caseId: string; isOpen: boolean; onClose: () => void };

/** The applications to the patient's own case side by side: a table where there is room, cards on phones. No application is recommended. */
export function CompareDialog({ caseId, isOpen, onClose }: CompareDialogProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...queries.cases.compare.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
  });
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Comparar postulaciones" size="full">
      {data ? (
        <Compared {...data} />
      ) : error ? (
        <ErrorState message="Error al cargar" onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <CardListSkeleton count={2} hasPhoto />
      )}
    </Dialog>
  );
}

function Compared({ coverage, offers, has_more }: Comparison) {
  const [order, setOrder] = useState<Order>("time");
  const [now] = useState(() => new Date());
  const isWide = useIsWide();
  const rank = RANKS[order];
  // Lapsed applications cannot be accepted and come last in every order.
  const sorted = offers.toSorted(
    (one, other) => Number(one.is_lapsed) - Number(other.is_lapsed) || rank(one, now) - rank(other, now),
  );
  const facts = factsOf(coverage, now).map((fact) => ({
    ...fact,
    isDifferent: new Set(offers.map(fact.text)).size > 1,
  }));
  return (
    <div className="flex flex-col gap-5">
      <RadioChips
        label="Ordenar por"
        options={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
        value={order}
        onChange={(chosen) => setOrder(chosen as Order)}
      />
      {isWide ? <Table offers={sorted} facts={facts} /> : <Cards offers={sorted} facts={facts} />}
      {has_more && (
        <p className="text-sm text-muted">Mostramos las {offers.length} más nuevas; las demás están en tu caso.</p>
      )}
      {offers.some(({ status, is_lapsed }) => status === "proposed" && !is_lapsed) && (
        <p className="text-sm text-muted">
          Si aceptás una, ese especialista va a ver tu teléfono, y vos su teléfono y su email.
        </p>
      )}
      <p className="text-sm text-muted">
        Lo resaltado es lo que cambia de una a otra. El orden es el que elegís vos: no recomendamos a nadie.
      </p>
    </div>
  );
}

type Shown = { offers: readonly ComparedApplication[]; facts: readonly (Fact & { isDifferent: boolean })[] };

const nameId = ({ id }: ComparedApplication) => `compared-${id}`;

function Name({ one }: { one: ComparedApplication }) {
  return (
    <Link
      id={nameId(one)}
      to={`/kines/${one.kine_id}`}
      className="rounded font-semibold text-primary underline underline-offset-4"
    >
      {one.name}
    </Link>
  );
}

/** A fact's name; screen readers read the mark of a difference too. */
function FactName({ fact: { name, isDifferent } }: { fact: Shown["facts"][number] }): ReactNode {
  return (
    <>
      {name}
      {isDifferent && <span className="sr-only"> (distinto)</span>}
    </>
  );
}

function Value({ fact, one }: { fact: Shown["facts"][number]; one: ComparedApplication }): ReactNode {
  const text = fact.text(one);
  const detail = text && fact.detail?.(one);
  return (
    <>
      <span className={text && fact.isDifferent ? "font-semibold" : "text-muted"}>{text ?? "Sin datos"}</span>
      {detail && <span className="block text-sm text-muted">{detail}</span>}
    </>
  );
}

/** One row per offer: screen readers read row by row, so each row names its specialist first. */
function Table({ offers, facts }: Shown) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise
    <div tabIndex={0} role="group" aria-label="Comparación" className="overflow-x-auto rounded-card border border-line">
      <table className="w-full bg-surface text-left text-sm wrap-break-word">
        <caption className="sr-only">Postulaciones a tu caso</caption>
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="sticky left-0 bg-sunken p-3">
              Especialista
            </th>
            {facts.map((fact) => (
              <th key={fact.name} scope="col" className="min-w-28 p-3 font-semibold">
                <FactName fact={fact} />
              </th>
            ))}
            <th scope="col" className="sticky right-0 bg-sunken p-3 font-semibold">
              Tu decisión
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((one) => (
            <tr key={one.id} className="border-t border-line align-top">
              <th scope="row" className="sticky left-0 min-w-36 bg-surface p-3 font-normal">
                <Name one={one} />
                {one.specialty && <span className="block text-muted">{one.specialty}</span>}
              </th>
              {facts.map((fact) => (
                <td key={fact.name} className="p-3">
                  <Value fact={fact} one={one} />
                </td>
              ))}
              <td className="sticky right-0 bg-surface p-3">
                <CompareAccept application={one} by={nameId(one)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ offers, facts }: Shown) {
  return (
    <ul role="list" className="grid gap-4">
      {offers.map((one) => (
        <li key={one.id} className="rounded-card border border-line bg-surface p-4">
          <h3 className="text-lg">
            <Name one={one} />
          </h3>
          {one.specialty && <p className="text-muted">{one.specialty}</p>}
          <dl className="mt-3 grid grid-cols-[fit-content(8rem)_1fr] gap-x-3 gap-y-2">
            {facts.map((fact) => (
              <div key={fact.name} className="col-span-2 grid grid-cols-subgrid items-baseline">
                <dt className="text-sm text-muted">
                  <FactName fact={fact} />
                </dt>
                <dd>
                  <Value fact={fact} one={one} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-4">
            <CompareAccept application={one} by={nameId(one)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
