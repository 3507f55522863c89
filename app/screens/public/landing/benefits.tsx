import type { ReactNode } from "react";
import { useProduct } from "../../../shared/app-context.ts";
import { RealReviews, RightMatch, Verified } from "../../../ui/illustrations/benefits.tsx";

/** The benefits for patients. */
export function Benefits() {
  const { productName } = useProduct();
  return (
    <section aria-labelledby="por-que" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-5 py-14 md:px-6 md:py-20">
        <h2 id="por-que" className="text-3xl md:text-4xl">
          Por qué elegir {productName}
        </h2>
        <ul className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12">
          <Benefit picture={<Verified />} title="Profesionales verificados">
            Nuestro equipo aprueba cada cuenta. «Matrícula verificada» la tiene solo quien nos mostró una matrícula
            vigente y la comprobamos.
          </Benefit>
          <Benefit picture={<RightMatch />} title="El especialista justo para vos">
            Publicás tu caso una sola vez y se postulan quienes pueden ayudarte. Vos aceptás a quien quieras.
          </Benefit>
          <Benefit picture={<RealReviews />} title="Reseñas verificadas">
            Opinan solamente pacientes reales, al cerrar su caso. Lo que leés le pasó a alguien.
          </Benefit>
        </ul>
      </div>
    </section>
  );
}

function Benefit({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-2">
      {picture}
      <h3 className="mt-2 text-xl">{title}</h3>
      <p className="text-muted">{children}</p>
    </li>
  );
}
