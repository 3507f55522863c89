import { type Ref, useImperativeHandle, useRef } from "react";
import { DateInput, DateSegment } from "react-aria-components";

type DateSegmentsProps = { inputRef: Ref<{ focus(): void }> | undefined; className: string };

/** The segments of a date or a time, typed one by one. */
export function DateSegments({ inputRef, className }: DateSegmentsProps) {
  const segments = useRef<HTMLDivElement>(null);
  // The container of the segments is not focusable; focus its first segment.
  useImperativeHandle(inputRef, () => ({
    focus: () => segments.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus(),
  }));
  return (
    <DateInput ref={segments} className={`flex items-center py-1 tabular-nums ${className}`}>
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded px-0.5 py-1 outline-none data-focused:bg-primary data-focused:text-on-primary
            data-placeholder:text-muted data-focused:data-placeholder:text-on-primary data-[type=literal]:px-0
            data-[type=literal]:text-muted"
        />
      )}
    </DateInput>
  );
}
