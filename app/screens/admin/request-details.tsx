import { useState } from "react";
import type { Answers } from "../../client/api.ts";
import { KnownBefore } from "../../domain/departures/known-before.tsx";
import { usePast } from "../../domain/departures/use-past.ts";
import { ApplicationDecision } from "../../domain/kine-applications/application-decision.tsx";
import { statedPlace } from "../../domain/licences/licence-words.ts";
import type { RegisterCheckProps } from "../../domain/licences/register-check.tsx";
import { Unread } from "../../domain/licences/unread.tsx";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { Badge } from "../../ui/badge.tsx";
import { DecisionBar } from "../../ui/decision-bar.tsx";
import { Facts } from "../../ui/facts.tsx";
import { late } from "../../ui/late.tsx";
import { AlikeLines } from "./alike-lines.tsx";
import type { CopiedPhoneProps } from "./panel/copied-phone.tsx";
import { Copied } from "./panel/copied.tsx";

const CopiedPhone = late<CopiedPhoneProps>(
  async () => (await import("./panel/copied-phone.tsx")).CopiedPhone,
  ({ phone }) => phone,
);

const RegisterCheck = late<RegisterCheckProps>(
  async () => (await import("../../domain/licences/register-check.tsx")).RegisterCheck,
  () => <div className="min-h-20" />,
);

export type Request = Answers["kineApplications"]["list"]["items"][number];

/** What a pending request says, the check of its licence, and the decision. */
export function RequestDetails({ request, onDecided }: { request: Request; onDecided: () => void }) {
  const { name, license_number, phone, bio } = request;
  // The check is of the number that was on the screen.
  const [checked, setChecked] = useState<string | null>(null);
  const isChecked = checked !== null && checked === license_number;
  const canCheck = license_number !== null && request.is_license_read;
  const past = usePast(request.departures);
  return (
    <div className="flex flex-col gap-3">
      {license_number ? (
        <div className="font-display text-2xl font-semibold">
          <Copied text={license_number} what={`la matrícula de ${name}`} />
          <span className="ml-2 font-sans text-sm font-normal text-muted">{statedPlace(request)}</span>
        </div>
      ) : (
        <p className="text-xl font-semibold">Sin matrícula</p>
      )}
      <KnownBefore others={request.same_licence} past={past} />
      {license_number && !request.is_license_read && <Unread />}
      {license_number && canCheck && (
        <RegisterCheck
          number={license_number}
          isChecked={isChecked}
          onCheck={(isNow) => setChecked(isNow ? license_number : null)}
        />
      )}
      {!request.is_confirmed && (
        <p className="text-sm wrap-anywhere">
          <Badge tone="warning">Email sin confirmar</Badge> Nadie comprobó que {request.email} sea de esta persona.
        </p>
      )}
      <AlikeLines request={request} />
      <DecisionBar>
        <ApplicationDecision
          application={request}
          isChecked={isChecked}
          isNext={isChecked || !canCheck}
          past={past.given}
          onDecided={onDecided}
        />
      </DecisionBar>
      <Facts
        isNarrow
        facts={[
          ["Teléfono", phone && <CopiedPhone key="phone" phone={phone} what={`el teléfono de ${name}`} />],
          ["Email", request.email],
          ["Rango de precios", request.price_range],
          ["Modalidades", modalityLabels(request.modalities).join(", ")],
          ["Barrio", request.location_city],
        ]}
      />
      {bio && <p className="whitespace-pre-line wrap-anywhere">{bio}</p>}
    </div>
  );
}
