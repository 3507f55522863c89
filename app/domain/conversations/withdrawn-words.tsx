import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { formatDay, formatMoment } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { MaskedWords } from "../contacts/masked-words.tsx";
import { inPages } from "../lists/in-pages.ts";
import { PagedList } from "../lists/paged-list.tsx";
import { ReportButton } from "../reports/report-button.tsx";

const input = (before: string | null) => ({ before });

/** Messages to the user that their writers withdrew, each with a report button. Renders nothing without any. */
export function WithdrawnWords() {
  const list = useInfiniteQuery(queries.conversations.withdrawn.infiniteOptions({ input, ...inPages }));
  if (!list.data?.pages.some(({ items }) => items.length > 0)) return null;
  return (
    <Fold title="Mensajes que retiraron">
      <p className="text-muted">Quien te los escribió retiró después la postulación o el caso. Podés denunciarlos.</p>
      <PagedList list={list} failure="Error al cargar los mensajes" empty={null}>
        {({ id, is_application, author_name, body, said_at, kept_until }) => (
          <Card as="li" key={id}>
            <p className="font-semibold wrap-anywhere">{author_name ?? "Un paciente"}</p>
            <p className="whitespace-pre-line wrap-anywhere">
              <MaskedWords text={body} />
            </p>
            <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <span>
                {formatMoment(said_at)}. Se borra el {formatDay(kept_until)}.
              </span>
              <ReportButton
                subject={is_application ? "message" : "sent_message"}
                id={id}
                what={`el mensaje de ${author_name ?? "un paciente"} del ${formatMoment(said_at)}`}
              />
            </div>
          </Card>
        )}
      </PagedList>
    </Fold>
  );
}
