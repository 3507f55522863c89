import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { OwnConsent } from "./own-consent.tsx";

/** The consent of who gave it as a patient and has another role by now. Renders nothing for who never gave it. */
export function FormerConsent() {
  const { data } = useQuery(queries.consents.health.queryOptions());
  return data && (data.given_at || data.withdrawn_at) ? <OwnConsent /> : null;
}
