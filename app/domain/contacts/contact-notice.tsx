import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../ui/icons.tsx";
import { loadingLate } from "../../ui/late.tsx";
import type { ContactKind } from "./found-contacts.ts";

const loadFinder = loadingLate(() => import("./found-contacts.ts"));
/** No field takes more characters; a longer text is refused anyway. */
const LONGEST = 5_000;
/** The debounce delay before a text is scanned. */
const PAUSE_MS = 500;

const NAMES: Record<ContactKind, string> = {
  phone: "un teléfono",
  email: "un email",
  web: "una página web",
  handle: "un usuario de una red social",
  account: "datos para transferir",
};
const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

/** A notice that a text seems to reveal contact data; `children` says who reads it and what to do. The text can still be sent. */
export function ContactNotice({ text, children }: { text: string; children: ReactNode }) {
  const [kinds, setKinds] = useState<ContactKind[]>([]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      void loadFinder().then(
        ({ contactsIn }) =>
          isOver || setKinds([...new Set(contactsIn(text.slice(0, LONGEST)).map(({ kind }) => kind))]),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <div role="status">
      {kinds.length > 0 && (
        <p className="flex gap-3 rounded-card bg-warning-soft p-4">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
          <span>
            En el texto parece haber {list.format(kinds.map((kind) => NAMES[kind]))}. {children}
          </span>
        </p>
      )}
    </div>
  );
}
