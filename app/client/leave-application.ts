/** The key under which the landing page (/static-page.js) finds what to say. */
const NOTICE_KEY = "notice";

/** Leaves the application, whose data of the person are cleared, for the landing page, which says `notice`. */
export function leaveApplication(notice: string): void {
  sessionStorage.setItem(NOTICE_KEY, notice);
  location.assign("/");
}
