import type { ReactNode } from "react";
import { formatDay } from "../../shared/format.ts";

type Replied = { reply?: string | null; replied_at?: Date | null };
type ReviewReplyProps = { review: Replied; /** Its actions. */ children?: ReactNode };

/** A specialist's answer below a review; nothing without one. */
export function ReviewReply({ review: { reply, replied_at }, children }: ReviewReplyProps) {
  if (!reply || !replied_at) return null;
  return (
    <div className="mt-4 border-l-4 border-line pl-4">
      <p className="text-sm font-semibold">
        Respuesta del profesional ·{" "}
        <time dateTime={replied_at.toISOString()} className="font-normal text-muted">
          {formatDay(replied_at)}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{reply}</p>
      {children}
    </div>
  );
}
