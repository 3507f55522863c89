import type { ReactNode } from "react";
import { useProduct } from "../../shared/app-context.ts";
import { Logo } from "../../ui/logo.tsx";
import { NeedsScripts } from "../../ui/needs-scripts.tsx";

/** The layout of pages outside the dashboards: a narrow column with the logo above one card. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { productName } = useProduct();
  return (
    <div className="flex min-h-dvh flex-col items-center gap-5 px-4 py-5 md:gap-14 md:py-10">
      <header>
        <a href="/" className="inline-flex min-h-11 items-center rounded-card px-2">
          <Logo name={productName} />
        </a>
      </header>
      <main className="w-full max-w-lg rounded-card border border-line bg-surface p-5 shadow-soft md:p-8">
        <NeedsScripts />
        {children}
      </main>
    </div>
  );
}
