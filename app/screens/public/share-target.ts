import { redirect } from "react-router";

const CASES = "/dashboard/patient/cases";
/** Who may have begun the navigation, as browsers say it: the person by the system's menu for sharing, or a page of ours. */
const TRUSTED = ["none", "same-origin"];

/**
 * /compartir: the share target for other apps' files. The service worker takes the files and redirects here with their id; the page that
 * opens with it asks for which case they are. What another site posted is not offered: without the id nothing reads it, and the next page
 * deletes it. Without a service worker the files are sent here: the server neither reads nor stores them, and the page says that nothing arrived.
 */
export function loader({ request }: { request: Request }) {
  if (!TRUSTED.includes(request.headers.get("sec-fetch-site") ?? "")) return redirect(CASES, 303);
  const id = new URL(request.url).searchParams.get("compartido") ?? "1";
  return redirect(`${CASES}?${new URLSearchParams({ compartido: id })}`, 303);
}
export const action = loader;
