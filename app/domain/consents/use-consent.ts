import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { errorCatalogue, errorCode } from "../../shared/errors.ts";

export type HealthConsent = Answers["consents"]["health"];

/**
 * The consent that a form which keeps health data asks for, where it is not given yet to the text as it is now: `check` says
 * whether it is or was ticked, `give` gives it and throws what the server refuses with, `forget` has it asked anew.
 */
export function useConsent() {
  const queryClient = useQueryClient();
  const { data } = useQuery(queries.consents.health.queryOptions());
  const giving = useMutation(queries.consents.giveHealth.mutationOptions());
  const [isTicked, setTicked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const asked = data && !data.is_current ? data : null;

  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.consents.key() });
  return {
    asked,
    isTicked,
    problem,
    box,
    tick: (ticked: boolean) => {
      setTicked(ticked);
      setProblem(undefined);
    },
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
    /** Whether a refusal was about the consent, which is then asked for. */
    isRefused: (error: unknown) => {
      const isAbout = errorCode(error) === "CONSENT_NEEDED" || errorCode(error) === "CONSENT_CHANGED";
      if (!isAbout) return false;
      setTicked(false);
      void refresh();
      return true;
    },
  };
}
export type CurrentConsent = ReturnType<typeof useConsent>;
