import type { Database } from "../database/database.server.ts";
import type { Secret } from "../crypto.server.ts";
import type { Settings } from "../settings.ts";

/** The product facts that every message may use. */
export type Product = Pick<Settings, "productName" | "contactPhone" | "contactEmail" | "publicUrl" | "mailFrom">;

/** The name and address of a message's recipient. */
export type Addressee = { name: string; address: string };

/**
 * Computes a message's facts when it is sent, and its recipient if that has changed since it was queued. Returns `waitSeconds` to delay the
 * message, or null to discard it. `id` is the message's, the same at each attempt.
 */
export type Preparation<Told, Facts> = (
  context: { db: Database; secret: Secret; id: string },
  told: Told,
) => Promise<{ facts: Facts; to?: Addressee } | { waitSeconds: number } | null>;

/** The part of a message that calendar programs read, as iCalendar with the same method. */
export type CalendarPart = { method: string; content: string };

/** The template of a kind of message: its subject, the target of its link, and its body. `Facts` are the values that vary. */
export type Template<Facts> = {
  subject(facts: Facts, product: Product): string;
  link(facts: Facts, product: Product): string;
  /** Headers besides those of every message. */
  headers?(facts: Facts, product: Product): Record<string, string>;
  calendar?(facts: Facts, product: Product): CalendarPart;
  Body(props: { told: Facts; product: Product; link: string }): React.ReactElement;
};

/** A kind of message. Its name is stored with each queued message, so it must never change. `Told` is stored, `Facts` are rendered. */
export type MessageKind<Told, Facts = Told> = {
  kind: string;
  load(): Promise<Template<Facts>>;
  prepare?: Preparation<Told, Facts> | undefined;
  /** Whether it is about who may enter the account: it is also tried where mails come back. */
  isSecurity?: true;
};

/** Defines a kind of message; its template is loaded at first use, since the renderer loads slower than the rest of the app. */
export function defineMessage<Told, Facts = Told>(
  kind: string,
  load: () => Promise<Template<Facts>>,
  prepare?: Preparation<Told, Facts>,
): MessageKind<Told, Facts> {
  return { kind, load, prepare };
}
