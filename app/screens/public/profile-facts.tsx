import type { Answers } from "../../client/api.ts";
import { ageInWords, coverageTerms } from "../../domain/coverages/coverage-words.ts";
import { licenceSentence } from "../../domain/licences/licence-words.ts";
import { formatPesos } from "../../domain/prices/pesos.ts";
import { CASE_MODALITY_LABELS } from "../../domain/profiles/modality.ts";
import { formatDay } from "../../shared/format.ts";
import { monthOf } from "../../shared/freshness.ts";
import { FoldOnPhones } from "../../ui/fold-on-phones.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/** A specialist's coverages with their dates, unconfirmed coverages separately, and refund invoices. Renders nothing if none are stated. */
export function ProfileCoverages({ profile: { coverages, refund_invoice_at } }: { profile: Profile }) {
  const confirmed = coverages.filter(({ freshness }) => freshness !== "stale");
  const stale = coverages.filter(({ freshness }) => freshness === "stale");
  if (coverages.length === 0 && !refund_invoice_at) return null;
  return (
    <FoldOnPhones title="Coberturas">
      {confirmed.length > 0 && (
        <dl className="divide-y divide-line">
          {confirmed.map((coverage) => (
            <div key={coverage.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
              <dt className="font-semibold">{coverage.short}</dt>
              <dd className="text-sm text-muted sm:text-right">
                <span className="block text-ink">{coverageTerms(coverage)}</span>
                {ageInWords(coverage) ? (
                  <span className="block">Dato {ageInWords(coverage)}</span>
                ) : (
                  <span className="block">Confirmada el {formatDay(coverage.confirmed_at)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {refund_invoice_at && (
        <p className="mt-3">Hace factura para pedir reintegro. Confirmado el {formatDay(refund_invoice_at)}.</p>
      )}
      {stale.length > 0 && (
        <p className="mt-3 text-muted">
          Puede que atienda por{" "}
          {stale.map(({ short, confirmed_at }) => `${short} (sin confirmar desde ${monthOf(confirmed_at)})`).join(", ")}
          .
        </p>
      )}
    </FoldOnPhones>
  );
}

/** A specialist's prices with their dates; prices unconfirmed for more than 90 days are only mentioned. */
export function ProfilePrices({ profile: { prices } }: { profile: Profile }) {
  const current = prices.filter(({ freshness }) => freshness !== "stale");
  const [latest] = prices.toSorted((a, b) => b.confirmed_at.getTime() - a.confirmed_at.getTime());
  if (!latest) return null;
  return (
    <FoldOnPhones title="Precios">
      {current.length > 0 ? (
        <dl className="divide-y divide-line">
          {current.map((price) => (
            <div key={price.modality} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
              <dt className="font-semibold">{CASE_MODALITY_LABELS[price.modality]}</dt>
              <dd className="text-sm text-muted sm:text-right">
                <span className="block text-base text-ink tabular-nums">{formatPesos(price.session)} la sesión</span>
                {price.first !== null && (
                  <span className="block tabular-nums">Primera sesión: {formatPesos(price.first)}</span>
                )}
                {price.ten !== null && (
                  <span className="block tabular-nums">Diez sesiones: {formatPesos(price.ten)}</span>
                )}
                <span className="block">
                  {ageInWords(price) ? `Precio ${ageInWords(price)}` : `Confirmado el ${formatDay(price.confirmed_at)}`}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">
          Sus precios están sin confirmar desde {monthOf(latest.confirmed_at)}. Preguntale cuánto sale hoy.
        </p>
      )}
    </FoldOnPhones>
  );
}

/** A specialist's checked licences, each with its day. */
export function ProfileLicences({ profile: { licences } }: { profile: Profile }) {
  if (licences.length === 0) return null;
  return (
    <FoldOnPhones title="Matrícula">
      <ul role="list" className="flex flex-col gap-1">
        {licences.map((licence) => (
          <li key={`${licence.kind} ${licence.jurisdiction} ${licence.checked_on}`}>{licenceSentence(licence)}</li>
        ))}
      </ul>
    </FoldOnPhones>
  );
}
