import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toldInWords } from "./told-words.ts";

/** One sentence that says how the patient will hear about an answer to their case. */
export function HowTold() {
  const me = useQuery(queries.accounts.me.queryOptions());
  const settings = useQuery(queries.notifications.settings.queryOptions());
  const push = useQuery(queries.push.state.queryOptions());
  const own = settings.data?.groups.find(({ group }) => group === "own_cases");
  // Its place is kept while it loads.
  if (!me.data || !own || !push.data) return <p className="min-h-14" />;
  const isPushed = own.push && push.data.key !== null && push.data.devices.length > 0;
  const { email, mail_state } = me.data;
  // A mail to an address that sends them back tells nobody.
  const mail = mail_state === null ? own.mail : "off";
  return <p className="min-h-14 wrap-anywhere">{toldInWords({ email, mail, isPushed })}</p>;
}
