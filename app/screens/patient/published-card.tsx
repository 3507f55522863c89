import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { AskPush } from "../../domain/push/ask-push.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { Rating } from "../../domain/reviews/rating.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { typicalWaitLine } from "./typical-wait.ts";

const profileLook =
  "block rounded-card border border-line p-3 transition-colors duration-150 hover:border-primary hover:bg-primary-soft";

/** After publishing: what happens next, how long it takes, and three specialists nearby. */
export function PublishedCard({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { data } = useQuery(queries.cases.outlook.queryOptions({ input: { id: caseId } }));
  const minutes = data?.first_application_minutes ?? null;
  const specialists = data?.specialists ?? [];
  return (
    <section aria-labelledby="after-publishing">
      <Card as="div">
        <div className="flex items-start justify-between gap-3">
          <h2 id="after-publishing" className="py-2 text-xl">
            Qué pasa ahora
          </h2>
          <IconButton icon="close" label="Cerrar «Qué pasa ahora»" onPress={onClose} />
        </div>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5">
          <li>Los especialistas verificados ya ven tu caso. {minutes !== null && typicalWaitLine(minutes)}</li>
          <li>Cuando alguien se postule, te avisamos acá. Leés su perfil y elegís.</li>
          <li>Recién cuando aceptes, esa persona ve tu teléfono.</li>
        </ol>
        <div className="mt-4 empty:hidden">
          <AskPush question="¿Querés que te avisemos en este dispositivo cuando alguien se postule?" />
        </div>
        {specialists.length > 0 && (
          <>
            <h3 className="mt-6 mb-3 text-base">Mientras tanto, conocé especialistas</h3>
            <ul role="list" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {specialists.map((kine) => (
                <li key={kine.id}>
                  <Link to={`/kines/${kine.id}`} className={profileLook}>
                    <PersonLine name={kine.name} photoUrl={kine.photo_url} id={kine.id}>
                      {[kine.specialty, kine.location_city].filter(Boolean).join(" · ")}
                    </PersonLine>
                    <span className="mt-2 block text-sm">
                      <Rating average={kine.average_stars} count={kine.review_count} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </section>
  );
}
