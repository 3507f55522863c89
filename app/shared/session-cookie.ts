/**
 * The cookie by which a browser with a stored session gets public profiles rendered with the application. It is not a credential:
 * a caller who forges it gets the same page with more scripts.
 */
export const SESSION_COOKIE = "has_session=1";

/** Whether a Cookie header has this cookie. */
export const hasSessionCookie = (header: string | null | undefined) =>
  header?.split("; ").includes(SESSION_COOKIE) ?? false;
