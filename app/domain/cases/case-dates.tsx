import { RelativeTime } from "../../shared/relative-time.tsx";

/** The dates of a case's publication and, if any, its last edit. */
export function CaseDates({ created_at, edited_at }: { created_at: Date; edited_at: Date | null }) {
  return (
    <p className="text-sm text-muted">
      Publicado <RelativeTime date={created_at} />
      {edited_at && (
        <>
          {" "}
          · Editado <RelativeTime date={edited_at} />
        </>
      )}
    </p>
  );
}
