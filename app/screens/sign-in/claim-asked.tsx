import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ClaimBanner } from "../shell/claim-banner.tsx";

/** Asks an applicant who has no dashboard yet to confirm their address. */
export function ClaimAsked({ hasFactor }: { hasFactor: boolean }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mb-5 overflow-hidden rounded-card">
        <ClaimBanner hasFactor={hasFactor} />
      </div>
    </QueryClientProvider>
  );
}
