import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { errorCatalogue, errorCode } from "../../shared/errors.ts";

/** The state of the health-data consent in a form; `asked` is null once the patient has consented to the current text. */
export function useAskedConsent() {
  const queryClient = useQueryClient();
  const { data, isLoading } = useQuery(queries.consents.health.queryOptions());
  const giving = useMutation(queries.consents.giveHealth.mutationOptions());
  const [isTicked, setTicked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const asked = data && !data.is_current ? data : null;
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.consents.key() });
  return {
    asked,
    isLoading,
    isGiving: giving.isPending,
    isTicked,
    problem,
    box,
    tick: (ticked: boolean) => {
      setTicked(ticked);
      setProblem(undefined);
    },
    /** Returns whether the consent is ticked or already given; otherwise shows the error. */
    check: () => {
      if (!asked || isTicked) return true;
      setProblem(errorCatalogue.CONSENT_NEEDED.message);
      return false;
    },
    give: async () => {
      if (!asked) return;
      await giving.mutateAsync({ version: asked.version, sha256: asked.sha256 });
      await refresh();
    },
    /** Asks again after a refusal for lack of the current consent. */
    noteRefusal: (error: unknown) => {
      if (errorCode(error) !== "CONSENT_NEEDED" && errorCode(error) !== "CONSENT_CHANGED") return;
      setTicked(false);
      void refresh();
    },
  };
}
