import { useState } from "react";
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

/** "Cerrar sesión" below what stands before the dashboards. */
export function SignOutFoot({ isLeaving, leave }: ReturnType<typeof useSignOut>) {
  return (
    <div className="mt-6 flex justify-center border-t border-line pt-4">
      <Button variant="quiet" icon="signOut" isPending={isLeaving} onPress={() => void leave()}>Cerrar sesión</Button>
    </div>
  );
}
