import type { SignUpRole } from "./sign-up-input.ts";

const SIGN_UP_ROLE_KEY = "signup-role";

/** The role that the landing page's link was for (/static-page.js), or null, also when the address wishes for another. */
export function chosenRole(wish: string | null): SignUpRole | null {
  const role = sessionStorage.getItem("chosen-role");
  return (role === "kine" || role === "patient") && (wish ?? role) === role ? role : null;
}

/** Stores in this browser whether a patient or a specialist is signing up. */
export function rememberSignUpRole(role: SignUpRole): void {
  localStorage.setItem(SIGN_UP_ROLE_KEY, role);
}

/** The form's initial role: from the URL (then stored), else the stored one, else patient. */
export function initialSignUpRole(wish: string | null): SignUpRole {
  const role = (wish ?? localStorage.getItem(SIGN_UP_ROLE_KEY)) === "kine" ? "kine" : "patient";
  if (wish) rememberSignUpRole(role);
  return role;
}
