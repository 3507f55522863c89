import { defineMessage } from "../../platform/mail/message.server.ts";
import type { LinkToken, NewAddress } from "./address-mails.server.tsx";
import type { FactorRemoved, IdentityLinked, IdentityUnlinked, NewDevice } from "./security-mails.server.tsx";

const addressMails = () => import("./address-mails.server.tsx");
const securityMails = () => import("./security-mails.server.tsx");

export const confirmationLink = defineMessage<LinkToken>("confirmation_link", async () => (await addressMails()).confirmationLink);
export const recoveryLink = defineMessage<LinkToken>("recovery_link", async () => (await addressMails()).recoveryLink);
export const emailChangeLink = defineMessage<LinkToken>("email_change_link", async () => (await addressMails()).emailChangeLink);
export const emailChangeAsked = defineMessage<NewAddress>("email_change_asked", async () => (await addressMails()).emailChangeAsked);
export const emailChanged = defineMessage<NewAddress>("email_changed", async () => (await addressMails()).emailChanged);
export const passwordChanged = defineMessage<object>("password_changed", async () => (await securityMails()).passwordChanged);
export const newDevice = defineMessage<NewDevice>("new_device", async () => (await securityMails()).newDevice);
export const factorRemoved = defineMessage<FactorRemoved>("factor_removed", async () => (await securityMails()).factorRemoved);
export const identityLinked = defineMessage<IdentityLinked>("identity_linked", async () => (await securityMails()).identityLinked);
export const identityUnlinked = defineMessage<IdentityUnlinked>("identity_unlinked", async () => (await securityMails()).identityUnlinked);
