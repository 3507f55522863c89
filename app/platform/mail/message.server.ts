import type { Settings } from "../settings.ts";

/** What every message may say of the product. */
export type Product = Pick<Settings, "productName" | "contactPhone" | "contactEmail" | "publicUrl">;

/** The words of a kind of message: its subject, where its link leads, and its body. `Facts` is what differs from one to the next. */
export type Template<Facts> = {
  subject(facts: Facts, product: Product): string;
  link(facts: Facts, product: Product): string;
  Body(props: { told: Facts; product: Product; link: string }): React.ReactElement;
};

/** A kind of message. Its name is stored with each message that waits, so it never changes. */
export type MessageKind<Facts> = { kind: string; load(): Promise<Template<Facts>> };

/** Defines a kind of message; its template is loaded with the first one, since the renderer takes longer than the rest of a start. */
export function defineMessage<Facts>(kind: string, load: () => Promise<Template<Facts>>): MessageKind<Facts> {
  return { kind, load };
}
