import { Badge } from "../../ui/badge.tsx";

/** For admins: nobody has proven yet that they read the mailbox of an account. Renders nothing when the address is confirmed. */
export function UnconfirmedEmail({ isConfirmed }: { isConfirmed: boolean }) {
  return isConfirmed ? null : <Badge tone="warning">Email sin confirmar</Badge>;
}

/** The same beside an act that gives the account a right, with what it means. */
export function UnconfirmedWarning({ email, is_confirmed }: { email: string; is_confirmed: boolean }) {
  if (is_confirmed) return null;
  return (
    <p className="wrap-anywhere">
      <UnconfirmedEmail isConfirmed={false} /> Nadie comprobó que {email} sea de esta persona.
    </p>
  );
}
