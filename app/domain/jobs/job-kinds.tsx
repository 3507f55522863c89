import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { ScrollsSideways } from "../../ui/scrolls-sideways.tsx";
import { failureWords, jobLabel } from "./job.ts";
import { JobActions } from "./job-actions.tsx";

type Kinds = Answers["status"]["read"]["jobs"]["kinds"];

/** The jobs of which something is to be said, by kind, and below them the ones that failed for good. */
export function JobKinds({ kinds }: { kinds: Kinds }) {
  const some = kinds.filter(({ due, failed, code }) => due + failed > 0 || code !== null);
  if (some.length === 0) return null;
  return (
    <>
      <div className="mt-4">
        <ScrollsSideways label="Tabla de tareas por tipo">
          <table aria-label="Tareas por tipo" className="w-full border-collapse text-left text-sm tabular-nums">
            <thead>
              <tr className="text-muted">
                <th scope="col" className="py-1 pr-3 font-normal">
                  Tipo
                </th>
                <th scope="col" className="p-1 text-right font-normal">
                  Por hacer
                </th>
                <th scope="col" className="p-1 text-right font-normal">
                  Fallidas
                </th>
                <th scope="col" className="p-1 pl-3 font-normal max-sm:hidden">
                  La más antigua
                </th>
                <th scope="col" className="p-1 pl-3 font-normal">
                  Último error
                </th>
              </tr>
            </thead>
            <tbody>
              {some.map(({ task, due, failed, oldest_due, code }) => (
                <tr key={task} className="border-t border-line">
                  <th scope="row" className="py-1.5 pr-3 font-medium">
                    {jobLabel(task)}
                  </th>
                  <td className="p-1 text-right">{due}</td>
                  <td className="p-1 text-right">{failed}</td>
                  <td className="p-1 pl-3 max-sm:hidden">{oldest_due ? <RelativeTime date={oldest_due} /> : "–"}</td>
                  <td className="p-1 pl-3">{code ? failureWords(code) : "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollsSideways>
      </div>
      {kinds.some(({ failed }) => failed > 0) && <FailedJobs />}
    </>
  );
}

/** The oldest jobs that no node tries again. */
function FailedJobs() {
  const { data } = useQuery(queries.jobs.list.queryOptions({ input: { state: "failed" } }));
  if (!data) return null;
  return (
    <ul role="list" aria-label="Tareas que fallaron del todo" className="mt-4">
      {data.items.map(({ id, task, run_at, code }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2 text-sm"
        >
          <span>
            {jobLabel(task)} · <RelativeTime date={run_at} />
            {code && ` · ${failureWords(code)}`}
          </span>
          <span className="flex gap-2">
            <JobActions id={id} label={jobLabel(task)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
