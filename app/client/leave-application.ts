import { noteLeaving } from "./unsaved.ts";

/** The storage key under which /static-page.js, or the offline page, reads the notice. */
const NOTICE_KEY = "notice";

/** Leaves the application, after the user's data were cleared, for the landing page, which shows `notice`. */
export function leaveApplication(notice: string): void {
  noteLeaving(true);
  sessionStorage.setItem(NOTICE_KEY, notice);
  // Back may restore this document as it was left: hide the user's data until it is reloaded.
  document.body.hidden = true;
  addEventListener("pageshow", () => location.reload());
  location.assign("/");
}
