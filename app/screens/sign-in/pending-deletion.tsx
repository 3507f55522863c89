import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { LeavingContext } from "../../client/leaving.ts";
import { DeleteAccountButton } from "../../domain/accounts/delete-account.tsx";
import { RecentSignIn } from "../step-up/recent-sign-in.tsx";

/** "Eliminar cuenta" on the waiting page: unapproved users cannot reach a profile page to do it. */
export function PendingDeletion({ onLeaving }: { onLeaving: (isLeaving: boolean) => void }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <LeavingContext value={onLeaving}>
        <RecentSignIn>
          <DeleteAccountButton />
        </RecentSignIn>
      </LeavingContext>
    </QueryClientProvider>
  );
}
