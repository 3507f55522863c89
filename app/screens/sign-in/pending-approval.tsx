import { useEffect, useState } from "react";
import { redirect, useNavigate, useRevalidator } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { usePersonNews } from "../../client/live.ts";
import { APPROVAL_POLL_MS } from "../../domain/accounts/account.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/pending-approval.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { Asking, Pending } from "./approval-states.tsx";
import { ACCOUNT_GONE, signOutBecause } from "../shell/route-guard.ts";
import { titleOf } from "../shell/navigation.ts";
import { PendingDeletion } from "./pending-deletion.tsx";
import { SignOutFoot, useSignOut } from "../shell/sign-out.tsx";
import { Unreachable } from "../shell/unreachable.tsx";
import { findCurrentUser } from "../shell/current-user.ts";

const Rejected = late<object>(async () => (await import("./rejected.tsx")).Rejected);
const ClaimAsked = late(async () => (await import("./claim-asked.tsx")).ClaimAsked);
const TakenLicence = late<object>(async () => (await import("./taken-licence.tsx")).TakenLicence);
const WaitingProfile = late<object>(
  async () => (await import("./waiting-profile.tsx")).WaitingProfile,
  () => <FormSkeleton count={3} hasPhoto />,
);

/** The current decision, and whether the address is to be confirmed; null while the server is unreachable. */
export async function clientLoader() {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return null;
  if (visitor.state === "vanished") await signOutBecause(ACCOUNT_GONE);
  if (visitor.state !== "member") throw redirect("/auth");
  const { approval_status, claim_due, has_factor } = visitor.me;
  return { approval_status, claim_due, has_factor };
}
clientLoader.hydrate = true as const;

export function meta({ matches, location }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: titleOf(matches[0].loaderData, location.pathname) }, { name: "robots", content: "noindex" }];
}

export function HydrateFallback() {
  return (
    <AccountFrame>
      <Asking />
    </AccountFrame>
  );
}

/** Opens the profile to complete it while the application is reviewed. */
function Meanwhile() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="meanwhile" className="mt-6 border-t border-line pt-5">
      <h2 id="meanwhile" className="text-xl">
        Mientras tanto
      </h2>
      <p className="mt-1 mb-4 text-muted">
        Agregá tu foto, tus horarios y algo sobre vos: se publican si te aprobamos.
      </p>
      {isOpen ? (
        <WaitingProfile />
      ) : (
        <Button variant="secondary" icon="edit" isWide onPress={() => setOpen(true)}>
          Completar mi perfil
        </Button>
      )}
    </section>
  );
}

export default function PendingApproval({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const leaving = useSignOut();
  const [isDeleting, setDeleting] = useState(false);
  const isLeaving = leaving.isLeaving || isDeleting;
  // A failed refresh keeps the previous answer visible.
  const [last, setLast] = useState(loaderData);
  if (loaderData !== null && loaderData !== last) setLast(loaderData);
  const known = last?.approval_status ?? null;

  useEffect(() => {
    if (isLeaving) return;
    const timer = setInterval(() => void revalidate(), APPROVAL_POLL_MS);
    return () => clearInterval(timer);
  }, [isLeaving, revalidate]);
  const lookAgain = () => {
    if (!isLeaving) void revalidate();
  };
  useAuthEvents(lookAgain);
  usePersonNews(lookAgain);

  useEffect(() => {
    if (known !== "approved") return;
    toast.success("¡Tu cuenta ha sido aprobada!");
    void navigate("/dashboard", { replace: true });
  }, [known, navigate]);

  return (
    <AccountFrame>
      {last?.claim_due && <ClaimAsked hasFactor={last.has_factor} />}
      {known === "pending" && <Pending isUnreachable={loaderData === null} />}
      {known === "pending" && <TakenLicence />}
      {known === "pending" && <Meanwhile />}
      {known === "rejected" && <Rejected />}
      {known === "approved" && <Asking />}
      {known === null && <Unreachable message="No pudimos consultar tu solicitud" />}
      <SignOutFoot {...leaving}>
        {(known === "pending" || known === "rejected") && <PendingDeletion onLeaving={setDeleting} />}
      </SignOutFoot>
    </AccountFrame>
  );
}
