import type { ReactNode } from "react";
import { useProduct } from "../../shared/app-context.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { NeedsScripts } from "../../ui/needs-scripts.tsx";

type StepFrameProps = { step: number; count: number; onBack: () => void; children: ReactNode };

/** The layout of a visitor's steps: one question a screen, and a way back. */
export function StepFrame({ step, count, onBack, children }: StepFrameProps) {
  const { productName } = useProduct();
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col gap-2 px-5 pt-1 pb-3 md:gap-8 md:py-10">
      <header className="flex min-h-11 items-center justify-between gap-2">
        {step > 1 && (
          <div className="-ml-3">
            <IconButton icon="back" label="Volver" onPress={onBack} />
          </div>
        )}
        <a href="/" className="inline-flex min-h-11 items-center rounded-card">
          <Logo name={productName} />
        </a>
        <span aria-hidden="true" className="flex w-20 gap-1">
          {Array.from({ length: count }, (_, index) => (
            <span key={index} className={`h-1.5 grow rounded-full ${index < step ? "bg-primary" : "bg-line"}`} />
          ))}
        </span>
      </header>
      <main className="flex grow flex-col">
        <NeedsScripts />
        <h1 className="sr-only">
          Contar qué me pasa: paso {step} de {count}
        </h1>
        {children}
      </main>
    </div>
  );
}
