import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { opensOf } from "../../domain/matches/accept-question.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { CompareAccept } from "./compare-accept.tsx";
import {
  type ComparedApplication,
  type ComparedFact,
  comparedFacts,
  decidingFacts,
  type Order,
  ORDERS,
  ordersOf,
  RANKS,
} from "./compare-facts.ts";

type Comparison = Answers["cases"]["compare"];
type OwnCase = Parameters<typeof opensOf>[0] & { id: string };
export type CompareDialogProps = { ownCase: OwnCase; isOpen: boolean; onClose: () => void };

/** The applications to the patient's own case side by side: a row each where there is room, a column each on phones. No application is recommended. */
export function CompareDialog({ ownCase, isOpen, onClose }: CompareDialogProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...queries.cases.compare.queryOptions({ input: { id: ownCase.id } }),
    enabled: isOpen,
  });
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Comparar" size="full">
      {data ? (
        <Compared {...data} opens={opensOf(ownCase)} />
      ) : error ? (
        <ErrorState message="Error al cargar" onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <CardListSkeleton count={2} hasPhoto />
      )}
    </Dialog>
  );
}

function Compared({ coverage, offers, has_more, opens }: Comparison & { opens: readonly string[] }) {
  const [chosen, setChosen] = useState<Order>();
  const [now] = useState(() => new Date());
  const orders = ordersOf(offers, now);
  const order = chosen ?? orders[0] ?? "time";
  const rank = RANKS[order];
  // Lapsed applications cannot be accepted and come last in every order.
  const sorted = offers.toSorted(
    (one, other) => Number(one.is_lapsed) - Number(other.is_lapsed) || rank(one, now) - rank(other, now),
  );
  const facts = comparedFacts(offers, coverage, now);
  const isWide = useIsWide();
  const [isAll, setAll] = useState(false);
  // On a phone what decides stands first, one screen of it.
  if (!isWide && !isAll)
    return (
      <div className="flex flex-col gap-3">
        <Scrolled>
          <ColumnEach offers={sorted} facts={decidingFacts(facts)} opens={opens} isShort />
        </Scrolled>
        <div className="-ml-5">
          <Button variant="quiet" onPress={() => setAll(true)}>
            Ver todo
          </Button>
        </div>
      </div>
    );
  const Table = isWide ? RowEach : ColumnEach;
  return (
    <div className="flex flex-col gap-5">
      {orders.length > 1 && (
        <RadioChips
          label="Ordenar por"
          options={orders.map((each) => ({ value: each, label: ORDERS[each] }))}
          value={order}
          onChange={(each) => setChosen(each as Order)}
        />
      )}
      <Scrolled>
        <Table offers={sorted} facts={facts} opens={opens} />
      </Scrolled>
      {has_more && <p className="text-muted">Mostramos las {offers.length} más nuevas; las demás están en tu caso.</p>}
      <p className="text-muted">En negrita, lo que cambia. El orden lo elegís vos: no recomendamos a nadie.</p>
    </div>
  );
}

function Scrolled({ children }: { children: ReactNode }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise
      tabIndex={0}
      role="group"
      aria-label="Comparación"
      className="overflow-auto rounded-card border border-line max-md:max-h-[65dvh]"
    >
      {children}
    </div>
  );
}

type Shown = {
  offers: readonly ComparedApplication[];
  facts: readonly ComparedFact[];
  opens: readonly string[];
  /** Names and values alone. */
  isShort?: boolean;
};

const nameId = ({ id }: ComparedApplication) => `compared-${id}`;
const tableLook = "w-full bg-surface text-left text-sm wrap-break-word";

function Name({ one, isShort }: { one: ComparedApplication; isShort?: boolean | undefined }) {
  return (
    <>
      <Link
        id={nameId(one)}
        to={`/kines/${one.kine_id}`}
        className="rounded font-semibold text-primary underline underline-offset-4"
      >
        {one.name}
      </Link>
      {!isShort && one.specialty && <span className="block font-normal text-muted">{one.specialty}</span>}
    </>
  );
}

/** A fact's name; screen readers read the mark of a difference too. */
function FactName({ fact: { name, isDifferent } }: { fact: ComparedFact }) {
  return (
    <>
      {name}
      {isDifferent && <span className="sr-only"> (distinto)</span>}
    </>
  );
}

type ValueProps = { fact: ComparedFact; one: ComparedApplication; isShort?: boolean | undefined };

function Value({ fact, one, isShort }: ValueProps) {
  const text = fact.text(one);
  const detail = text && !isShort && fact.detail?.(one);
  return (
    <>
      <span className={text && fact.isDifferent ? "font-semibold" : "text-muted"}>{text ?? "No dice"}</span>
      {detail && <span className="block text-muted">{detail}</span>}
    </>
  );
}

/** One row per offer: screen readers read row by row, so each row names its specialist first. */
function RowEach({ offers, facts, opens }: Shown) {
  return (
    <table className={tableLook}>
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
            <th scope="row" className="sticky left-0 min-w-36 bg-surface p-3">
              <Name one={one} />
            </th>
            {facts.map((fact) => (
              <td key={fact.name} className="p-3">
                <Value fact={fact} one={one} />
              </td>
            ))}
            <td className="sticky right-0 bg-surface p-3">
              <CompareAccept application={one} by={nameId(one)} opens={opens} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One column per offer, below its specialist's name; each fact's name stands over its values. */
function ColumnEach({ offers, facts, opens, isShort }: Shown) {
  return (
    <table className={`${tableLook} table-fixed`} style={{ minWidth: `${offers.length * (isShort ? 7 : 8.5)}rem` }}>
      <caption className="sr-only">Postulaciones a tu caso</caption>
      <thead className="sticky top-0 bg-sunken">
        <tr className="align-top">
          {offers.map((one) => (
            <th key={one.id} scope="col" className={isShort ? "p-2" : "p-3"}>
              <Name one={one} isShort={isShort} />
            </th>
          ))}
        </tr>
      </thead>
      {facts.map((fact) => (
        <tbody key={fact.name} className="border-t border-line align-top">
          <tr>
            <th
              scope="rowgroup"
              colSpan={offers.length}
              className={`${isShort ? "px-2" : "px-3"} pt-3 font-normal text-muted`}
            >
              <FactName fact={fact} />
            </th>
          </tr>
          <tr>
            {offers.map((one) => (
              <td key={one.id} className={isShort ? "px-2 pt-1 pb-3" : "px-3 pt-1 pb-3"}>
                <Value fact={fact} one={one} isShort={isShort} />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
      <tfoot className="border-t border-line">
        <tr>
          {offers.map((one) => (
            <td key={one.id} className={isShort ? "p-2" : "p-3"}>
              <CompareAccept application={one} by={nameId(one)} opens={opens} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
