import type { SignUpRole } from "./sign-up-input.ts";

const SIGN_UP_ROLE_KEY = "signup-role";

/** The role of the landing page's link (stored by /static-page.js), or null; null also when the URL requests another role. */
export function chosenRole(requested: string | null): SignUpRole | null {
  const role = sessionStorage.getItem("chosen-role");
  return (role === "kine" || role === "patient") && (requested ?? role) === role ? role : null;
}

/** Stores in this browser whether a patient or a specialist is signing up. */
export function rememberSignUpRole(role: SignUpRole): void {
  localStorage.setItem(SIGN_UP_ROLE_KEY, role);
}

/** The form's initial role: from the URL (then stored), else the stored one, else patient. */
export function initialSignUpRole(requested: string | null): SignUpRole {
  const role = (requested ?? localStorage.getItem(SIGN_UP_ROLE_KEY)) === "kine" ? "kine" : "patient";
  if (requested) rememberSignUpRole(role);
  return role;
}
