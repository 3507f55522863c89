import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { partOf } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import type { Modality } from "../profiles/modality.ts";
import type { NewMatch } from "./match.ts";
import type { OfferFieldsProps, OfferValues } from "./offer-fields.tsx";
import {
  offerAgain,
  type OfferedCase,
  inModality,
  offerInLines,
  placesFor,
  proposedOffer,
  timesFor,
} from "./offer-proposal.ts";
import { keepOfferDraft } from "./offer-draft.ts";
import { NewOfferFacts, OFFER_DAYS, type OfferFacts } from "./offer.ts";

const OfferFields = late<OfferFieldsProps>(async () => (await import("./offer-fields.tsx")).OfferFields);

type Form = UseFormReturn<z.input<typeof NewMatch>, unknown, z.output<typeof NewMatch>>;
type OwnOfferProps = { form: Form; offered: OfferedCase & { id: string }; isOpen: boolean; isSent: boolean };

/** The offer of an application: filled in with the specialist's own facts, said in one line, and changed on request. */
export function OwnOffer({ form, offered, isOpen, isSent }: OwnOfferProps) {
  const { control, getValues, setValue } = form;
  const own = useQuery({ ...queries.matches.offerFacts.queryOptions(), enabled: isOpen }).data;
  const [isChanging, setChanging] = useState(false);
  const [typed, days] = useWatch({ control, name: ["offer", "valid_days"] });
  const offer = NewOfferFacts.nullish().safeParse(typed).data ?? null;
  const fill = (next: OfferFacts | null) => setValue("offer", next, { shouldDirty: true });
  const isFilled = useRef(false);
  useEffect(() => {
    // Once, when the facts arrive: what the specialist changes afterwards stays.
    if (!own || isFilled.current) return;
    isFilled.current = true;
    const proposed = proposedOffer(own, offered);
    if (proposed && getValues("offer") === undefined) setValue("offer", proposed);
  }, [own, offered, getValues, setValue]);
  useEffect(() => {
    if (isSent) return;
    const proposed = own && proposedOffer(own, offered);
    const callback = ({ values }: { values: z.input<typeof NewMatch> }) => keepOfferDraft(offered.id, values, proposed);
    return form.subscribe({ formState: { values: true }, callback });
  }, [form, own, offered, isSent]);
  const again = own ? offerAgain(own, offered) : null;
  const modality = offer?.modality;
  return (
    <section aria-label="Tu propuesta" className="flex flex-col gap-3">
      {offer && (
        <div className="flex flex-col gap-1 rounded-card bg-primary-soft p-4 wrap-anywhere">
          <h3 className="text-base">Tu propuesta</h3>
          {offerInLines(offer, offered.coverage?.short ?? null).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>Vale {days ?? OFFER_DAYS} días</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          icon={isChanging ? "minus" : offer ? "edit" : "plus"}
          aria-expanded={isChanging}
          onPress={() => setChanging(!isChanging)}
        >
          {isChanging ? "Mostrar menos" : offer ? "Cambiar propuesta" : "Sumar precio y horarios"}
        </Button>
        {again && JSON.stringify(again) !== JSON.stringify(offer) && (
          <Button variant="secondary" size="small" onPress={() => fill(again)}>
            Usar mi última propuesta
          </Button>
        )}
        {offer && (
          <Button variant="quiet" size="small" onPress={() => fill(null)}>
            Quitar propuesta
          </Button>
        )}
      </div>
      {isChanging && (
        <OfferFields
          control={partOf<OfferValues, z.input<typeof NewMatch>, z.output<typeof NewMatch>>(control)}
          {...(own && {
            choices: { places: placesFor(own, modality), times: timesFor(own, offered, modality).flat() },
            onModality: (chosen: Modality | null) => fill(inModality(own, offer ?? {}, chosen ?? undefined)),
          })}
        />
      )}
    </section>
  );
}
