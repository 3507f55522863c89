import { redirect } from "react-router";
import { HOME_OF_ROLE } from "../../shared/roles.ts";
import type { Route } from "./+types/role-home.ts";
import { roleOfPath } from "./navigation.ts";

/** Redirects the root path of a role's dashboard to its first screen. */
export function loader({ request }: Route.LoaderArgs) {
  const role = roleOfPath(new URL(request.url).pathname);
  return redirect(role ? HOME_OF_ROLE[role] : "/dashboard");
}
