import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { signOut } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** Ends the session on this device and goes on, to the landing page unless told otherwise; says whether it is on the way. */
export function useSignOut() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);

  async function leave(to = "/") {
    setLeaving(true);
    await signOut();
    toast.success("Sesión cerrada");
    await navigate(to);
  }

  return { isLeaving, leave };
}

type SignOutFootProps = ReturnType<typeof useSignOut> & { children?: ReactNode };

/** "Cerrar sesión" below what stands before the dashboards, and any other way to leave (`children`). */
export function SignOutFoot({ isLeaving, leave, children }: SignOutFootProps) {
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-x-4 border-t border-line pt-4">
      <Button variant="quiet" icon="signOut" isPending={isLeaving} onPress={() => void leave()}>Cerrar sesión</Button>
      {children}
    </div>
  );
}
