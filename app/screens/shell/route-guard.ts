import { redirect, replace, type ShouldRevalidateFunctionArgs } from "react-router";
import { forgetOfflineSnapshot } from "../../client/offline-snapshot.ts";
import { chosenKine } from "../../client/chosen-kine.ts";
import { hasSessionEnded, signOut } from "../../client/session.ts";
import { type ApprovalStatus, highestRole, type Role } from "../../shared/roles.ts";
import { toast } from "../../ui/toast.tsx";
import { findCurrentUser, type Me } from "./current-user.ts";

export const ACCOUNT_GONE = "Tu cuenta ya no existe. Por favor, regístrate nuevamente.";
export const NO_ROLE = "Tu cuenta no tiene ningún rol asignado. Escribinos para resolverlo.";

type Person = {
  must_change_password: boolean;
  approval_status: ApprovalStatus;
  roles: readonly Role[];
  has_factor: boolean;
  factor_due: boolean;
  aal: string;
};
type Reachable =
  { state: "nobody" } | { state: "vanished" } | { state: "unfinished" } | { state: "member"; me: Person };
type Verdict =
  | { role: Role }
  | {
      role: null;
      to: "/auth" | "/auth/complete" | "/auth/step-up" | "/change-password" | "/pending-approval";
      signOutBecause?: string;
    };

/**
 * Decides whether a visitor may enter a route for `allowed` roles (any role when null). Applies the rules in order;
 * returns the role they enter with, or where to redirect them.
 */
export function judge(visitor: Reachable, allowed: readonly Role[] | null): Verdict {
  if (visitor.state === "nobody") return { role: null, to: "/auth" };
  if (visitor.state === "vanished") return { role: null, to: "/auth", signOutBecause: ACCOUNT_GONE };
  if (visitor.state === "unfinished") return { role: null, to: "/auth/complete" };
  // Changing the password requires the second factor.
  if (isHalfway(visitor.me)) return { role: null, to: "/auth/step-up" };
  if (visitor.me.must_change_password) return { role: null, to: "/change-password" };
  if (visitor.me.factor_due) return { role: null, to: "/auth/step-up" };
  if (visitor.me.approval_status !== "approved") return { role: null, to: "/pending-approval" };
  const role = highestRole(visitor.me.roles);
  if (!role) return { role, to: "/auth", signOutBecause: NO_ROLE };
  return allowed && !allowed.includes(role) ? { role: null, to: "/auth" } : { role };
}

/** Whether the user has a second factor that this session has not verified. */
export function isHalfway({ has_factor, aal }: Pick<Person, "has_factor" | "aal">): boolean {
  return has_factor && aal !== "aal2";
}

export type Entrance = { state: "unreachable" } | { state: "in"; me: Me; role: Role };

/** Admits the visitor, or reports that the server is unreachable. Throws a redirect for a refused visitor. */
export async function enter(allowed: readonly Role[] | null, request: Request): Promise<Entrance> {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return visitor;
  const verdict = judge(visitor, allowed);
  if (verdict.role === null) {
    // A person who is refused entirely loses the offline snapshot; one who opened another role's screen keeps it.
    if (verdict.to !== "/auth") forgetOfflineSnapshot();
    if (verdict.signOutBecause) await signOutBecause(verdict.signOutBecause);
    // A visitor who has chosen a specialist usually has no account.
    const isNew = visitor.state === "nobody" && !hasSessionEnded() && chosenKine() !== null;
    throw redirectFrom(request, isNew ? "/auth?mode=signup" : verdict.to);
  }
  if (visitor.state !== "member") throw redirectFrom(request, "/auth");
  return { state: "in", me: visitor.me, role: verdict.role };
}

/**
 * A redirect that replaces the history entry when the browser is already at the requested address (after Back or a reload)
 * or at the sign-in: an entry that redirects would trap a person who goes back.
 */
export function redirectFrom(request: Request, to: string): Response {
  const isThere = new URL(request.url).pathname === location.pathname;
  return (isThere || location.pathname === "/auth" ? replace : redirect)(to);
}

/** Ends the session on this device and shows the reason. */
export async function signOutBecause(message: string): Promise<void> {
  await signOut();
  toast.error(message);
}

/** Re-runs a guard on explicit revalidation only, not when a dialog changes the URL. */
export function shouldLookAgain({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}
