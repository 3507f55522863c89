import { createElement } from "react";
import type { Settings } from "../settings.ts";
import type { LinkToken, NewAddress } from "../../auth/mails/address-mails.server.tsx";
import type { KineCreated } from "../../domain/accounts/kine-created-mail.server.tsx";
import type { FactorRemoved, IdentityLinked, IdentityUnlinked, NewDevice } from "../../auth/mails/security-mails.server.tsx";
import type { Suspension } from "../../domain/moderation/suspension-mails.server.tsx";

/** What every message may say of the product. */
export type Product = Pick<Settings, "productName" | "contactPhone" | "contactEmail" | "publicUrl">;

/** Every kind of message with what it is told. */
export type Messages = {
  kine_created: KineCreated;
  confirmation_link: LinkToken;
  recovery_link: LinkToken;
  email_change_link: LinkToken;
  email_change_asked: NewAddress;
  email_changed: NewAddress;
  password_changed: object;
  new_device: NewDevice;
  factor_removed: FactorRemoved;
  identity_linked: IdentityLinked;
  identity_unlinked: IdentityUnlinked;
  account_suspended: Suspension;
  account_restored: Suspension;
};
export type MessageKind = keyof Messages;

/** What a kind of message says: its subject, where its link leads, and its body. */
export type Template<Told> = {
  subject(told: Told, product: Product): string;
  link(told: Told, product: Product): string;
  Body(props: { told: Told; product: Product; link: string }): React.ReactElement;
};

/** A message in words, as HTML and as plain text. */
export type RenderedMessage = { subject: string; link: string; html: string; text: string };

const addressMails = () => import("../../auth/mails/address-mails.server.tsx");
const suspensionMails = () => import("../../domain/moderation/suspension-mails.server.tsx");
const securityMails = () => import("../../auth/mails/security-mails.server.tsx");

// Loaded with the first message: the renderer takes longer than the rest of a start.
const templates: { [Kind in MessageKind]: () => Promise<Template<Messages[Kind]>> } = {
  kine_created: async () => (await import("../../domain/accounts/kine-created-mail.server.tsx")).kineCreated,
  confirmation_link: async () => (await addressMails()).confirmationLink,
  recovery_link: async () => (await addressMails()).recoveryLink,
  email_change_link: async () => (await addressMails()).emailChangeLink,
  email_change_asked: async () => (await addressMails()).emailChangeAsked,
  email_changed: async () => (await addressMails()).emailChanged,
  password_changed: async () => (await securityMails()).passwordChanged,
  new_device: async () => (await securityMails()).newDevice,
  factor_removed: async () => (await securityMails()).factorRemoved,
  identity_linked: async () => (await securityMails()).identityLinked,
  identity_unlinked: async () => (await securityMails()).identityUnlinked,
  account_suspended: async () => (await suspensionMails()).accountSuspended,
  account_restored: async () => (await suspensionMails()).accountRestored,
};

/** Puts a message into words. */
export async function renderMessage<Kind extends MessageKind>(
  kind: Kind,
  told: Messages[Kind],
  product: Product,
): Promise<RenderedMessage> {
  const [{ subject, link, Body }, { plainTextSelectors, render, toPlainText }] = await Promise.all([
    templates[kind](),
    import("@react-email/render"),
  ]);
  const address = link(told, product);
  // A heading in capitals would shout people's names.
  const selectors = [...plainTextSelectors, { selector: "h1", options: { uppercase: false } }];
  const html = await render(createElement(Body, { told, product, link: address }));
  return { subject: subject(told, product), link: address, html, text: toPlainText(html, { selectors }) };
}
