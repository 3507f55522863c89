import type { Settings } from "../settings.ts";

/** The product facts that every message may use. */
export type Product = Pick<Settings, "productName" | "contactPhone" | "contactEmail" | "publicUrl">;

/** The template of a kind of message: its subject, the target of its link, and its body. `Facts` are the values that vary. */
export type Template<Facts> = {
  subject(facts: Facts, product: Product): string;
  link(facts: Facts, product: Product): string;
  Body(props: { told: Facts; product: Product; link: string }): React.ReactElement;
};

/** A kind of message. Its name is stored with each queued message, so it must never change. */
export type MessageKind<Facts> = { kind: string; load(): Promise<Template<Facts>> };

/** Defines a kind of message; its template is loaded at first use, since the renderer loads slower than the rest of the app. */
export function defineMessage<Facts>(kind: string, load: () => Promise<Template<Facts>>): MessageKind<Facts> {
  return { kind, load };
}
