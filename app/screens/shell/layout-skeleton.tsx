import { useProduct } from "../../shared/app-context.ts";
import { Logo } from "../../ui/logo.tsx";
import { NeedsScripts } from "../../ui/needs-scripts.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { pageWidth } from "./page-width.ts";

/** A dashboard's placeholder while the user is unknown: the bar without its menu, and a list skeleton. */
export function LayoutSkeleton() {
  const { productName } = useProduct();
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className={`flex min-h-14 items-center justify-center md:min-h-16 md:justify-start ${pageWidth}`}>
          <Logo name={productName} />
        </div>
      </header>
      <main className={`py-8 ${pageWidth}`}>
        <h1 className="sr-only">{productName}</h1>
        <NeedsScripts />
        <CardListSkeleton />
      </main>
    </>
  );
}
