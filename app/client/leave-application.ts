import { noteLeaving } from "./unsaved.ts";

/** The key under which /static-page.js, or the page without a network, finds what to say. */
const NOTICE_KEY = "notice";

/** Leaves the application, whose data of the person are cleared, for the landing page, which says `notice`. */
export function leaveApplication(notice: string): void {
  noteLeaving(true);
  sessionStorage.setItem(NOTICE_KEY, notice);
  // The way back may show the document as it was left: nothing of the person, until it is loaded again.
  document.body.hidden = true;
  addEventListener("pageshow", () => location.reload());
  location.assign("/");
}
