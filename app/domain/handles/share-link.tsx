import type { MouseEvent } from "react";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";

/**
 * "Compartir" opens the device's own menu, or WhatsApp where the device has no menu or no script runs. `text` comes before the address. On
 * a static page, `public/static-page.js` opens the menu.
 */
export function ShareLink({ text, address, hasWord = false }: { text: string; address: string; hasWord?: boolean }) {
  function share(event: MouseEvent) {
    if (typeof navigator.share !== "function") return;
    event.preventDefault();
    // Rejected when the person closes the menu.
    void navigator.share({ title: text, text, url: address }).catch(() => undefined);
  }
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(`${text} ${address}`)}`}
      target="_blank"
      rel="noopener noreferrer"
      onClick={share}
      data-share={text}
      aria-label="Compartir"
      title="Compartir"
      className={`${buttonLook(hasWord ? "primary" : "secondary", "small")} shrink-0 ${hasWord ? "" : "size-11"}`}
    >
      <Icon name="share" />
      {hasWord && "Compartir"}
    </a>
  );
}
