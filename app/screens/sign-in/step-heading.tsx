import type { Ref } from "react";

type StepHeadingProps = { step: number; count: number; title: string; ref: Ref<HTMLHeadingElement> };

/** The step's number, the total and its title; takes the focus when the step changes. */
export function StepHeading({ step, count, title, ref }: StepHeadingProps) {
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={`h-1.5 grow rounded-full ${index < step ? "bg-primary" : "bg-line"}`} />
        ))}
      </div>
      <h2 ref={ref} tabIndex={-1} className="flex flex-col gap-1 text-xl outline-none">
        <span className="font-sans text-sm font-normal tracking-normal text-muted">
          Paso {step} de {count}
          <span className="sr-only">:</span>
        </span>{" "}
        {title}
      </h2>
    </div>
  );
}
