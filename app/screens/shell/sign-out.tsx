import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { leaveApplication } from "../../client/leave-application.ts";
import { signOut } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

const SIGNED_OUT = "Sesión cerrada";

/** Ends the session on this device, then opens the landing page, or `to` within the application; returns whether it is in progress. */
export function useSignOut() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function leave(to?: string) {
    setLeaving(true);
    await signOut();
    if (to === undefined) return leaveApplication(SIGNED_OUT);
    toast.success(SIGNED_OUT);
    await navigate(to);
  }

  return { isLeaving, leave };
}

type SignOutFootProps = ReturnType<typeof useSignOut> & { children?: ReactNode };

/** "Cerrar sesión" on pages outside the dashboards, and optionally another way to leave (`children`). */
export function SignOutFoot({ isLeaving, leave, children }: SignOutFootProps) {
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-x-4 border-t border-line pt-4">
      <Button variant="quiet" icon="signOut" isPending={isLeaving} onPress={() => void leave()}>
        Cerrar sesión
      </Button>
      {children}
    </div>
  );
}
