import { useLocation, useNavigate } from "react-router";
import { useIntendedParams } from "../../../client/intended-params.ts";
import { stepBack } from "../../../ui/open-layers.ts";

/** The kinds of panel, as the URL names them: records, and the items of the queues. */
const KINDS = ["persona", "ficha", "solicitud", "cambio", "denuncia", "resena"] as const;
type PanelKind = (typeof KINDS)[number];
export type OpenPanel = { kind: PanelKind; id: string };

/**
 * The person ("persona"), case ("ficha") or item of a queue that is open beside the list, named by a search parameter. A link within the panel adds a history
 * entry, so that Back reopens the previous person or case. Moving through the rows by keys adds none.
 */
export function usePanel() {
  const location = useLocation();
  const { pathname, search, state } = location;
  const navigate = useNavigate();
  const intended = useIntendedParams();
  const params = new URLSearchParams(search);
  const kind = KINDS.find((each) => params.has(each));
  const open: OpenPanel | null = kind ? { kind, id: params.get(kind) ?? "" } : null;
  const depth = (state as { panel?: number } | null)?.panel ?? 0;

  const addressWith = (next: OpenPanel | null) => {
    const nextParams = intended.read();
    for (const each of KINDS) nextParams.delete(each);
    if (next) nextParams.set(next.kind, next.id);
    intended.tell(nextParams);
    return { pathname, search: nextParams.toString() };
  };

  return {
    open,
    show: (next: OpenPanel, isMove = false) => {
      if (open?.kind === next.kind && open.id === next.id) return;
      const options = { preventScrollReset: true, replace: isMove, state: { panel: isMove ? depth : depth + 1 } };
      void navigate(addressWith(next), options);
    },
    close: () => {
      if (!open) return;
      if (depth > 0) stepBack(location, () => void navigate(-depth));
      else void navigate(addressWith(null), { replace: true, preventScrollReset: true });
    },
  };
}

export type PanelControl = ReturnType<typeof usePanel>;
