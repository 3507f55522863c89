/**
 * The cookie by which a browser with a stored session gets the application's form of a public profile. It is no secret and lets
 * nobody in: a caller who makes it up is answered with the same page, which comes with more scripts.
 */
export const SESSION_COOKIE = "has_session=1";

/** Whether a Cookie header holds it. */
export const hasSessionCookie = (header: string | null | undefined) =>
  header?.split("; ").includes(SESSION_COOKIE) ?? false;
