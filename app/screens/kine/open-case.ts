import { useLocation, useNavigate, useSearchParams } from "react-router";

const PARAMETER = "caso";

/** The case whose dialog the address names (`?caso=<id>`). Opening adds to the history, so that Back closes it. */
export function useOpenCase(): { caseId: string | null; open: (id: string) => void; close: () => void } {
  const [params] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  return {
    caseId: params.get(PARAMETER),
    open: (id) => navigate(`${pathname}?${PARAMETER}=${id}`, { state: { openedHere: true }, preventScrollReset: true }),
    close: () => {
      const openedHere = (state as { openedHere?: boolean } | null)?.openedHere;
      if (openedHere) navigate(-1);
      else navigate(pathname, { replace: true, preventScrollReset: true });
    },
  };
}
