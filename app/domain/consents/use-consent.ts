import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { errorCatalogue, errorCode } from "../../shared/errors.ts";

export type HealthConsent = Answers["consents"]["health"];

/**
 * The consent to health data in a form, unless it is already given to the current text. `check` says whether it is ticked or already given;
 * `give` records it and throws the server's errors; `isRefused` resets it.
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
    /** Whether an error was about the consent; if so, the consent is requested again. */
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
