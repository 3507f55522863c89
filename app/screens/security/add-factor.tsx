import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RecentSignIn } from "../step-up/recent-sign-in.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { FactorsSection } from "./factors-section.tsx";

export type AddFactorProps = { onAdded: () => void };

/** For admins who may not work any longer without a second factor: adding one, whose codes end the page. */
export function AddFactor({ onAdded }: AddFactorProps) {
  const [queryClient] = useState(() => new QueryClient());
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <QueryClientProvider client={queryClient}>
      <RecentSignIn>
        <h1 className="mb-2 text-3xl">Falta un segundo paso</h1>
        <p className="mb-6 text-muted">
          Tu cuenta ve datos de todas las personas. Para seguir administrando, agregá algo que tengas con vos.
        </p>
        <FactorsSection onCodes={setCodes} isFolded={false} />
        <CodesDialog codes={codes} onClose={onAdded} />
      </RecentSignIn>
    </QueryClientProvider>
  );
}
