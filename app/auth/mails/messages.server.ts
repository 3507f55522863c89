import { defineMessage } from "../../platform/mail/message.server.ts";
import type { AddressChange, AddressChanged, LinkToken, NewAddress } from "./address-mails.server.tsx";
import type {
  AccessRevoked,
  FactorAdded,
  FactorChanged,
  IdentityLinked,
  IdentityUnlinked,
  NewDevice,
  RecoveryCodeUsed,
} from "./security-mails.server.tsx";

const addressMails = () => import("./address-mails.server.tsx");
const securityMails = () => import("./security-mails.server.tsx");

export const confirmationLink = defineMessage<LinkToken>(
  "confirmation_link",
  async () => (await addressMails()).confirmationLink,
);
export const recoveryLink = defineMessage<LinkToken>("recovery_link", async () => (await addressMails()).recoveryLink);
export const emailChangeLink = defineMessage<AddressChange>(
  "email_change_link",
  async () => (await addressMails()).emailChangeLink,
);
export const emailChangeAsked = defineMessage<NewAddress>(
  "email_change_asked",
  async () => (await securityMails()).emailChangeAsked,
);
export const emailChanged = defineMessage<AddressChanged>(
  "email_changed",
  async () => (await addressMails()).emailChanged,
);
export const emailRestored = defineMessage<NewAddress>(
  "email_restored",
  async () => (await addressMails()).emailRestored,
);
export const passwordChanged = defineMessage<object>(
  "password_changed",
  async () => (await securityMails()).passwordChanged,
);
export const phoneChanged = defineMessage<object>("phone_changed", async () => (await securityMails()).phoneChanged);
export const dataDownloaded = defineMessage<object>(
  "data_downloaded",
  async () => (await securityMails()).dataDownloaded,
);
export const newDevice = defineMessage<NewDevice>("new_device", async () => (await securityMails()).newDevice);
export const accessRevoked = defineMessage<AccessRevoked>(
  "access_revoked",
  async () => (await securityMails()).accessRevoked,
);
export const factorAdded = defineMessage<FactorAdded>("factor_added", async () => (await securityMails()).factorAdded);
export const recoveryCodesMade = defineMessage<LinkToken>(
  "recovery_codes_made",
  async () => (await securityMails()).recoveryCodesMade,
);
export const recoveryCodeUsed = defineMessage<RecoveryCodeUsed>(
  "recovery_code_used",
  async () => (await securityMails()).recoveryCodeUsed,
);
export const factorRemoved = defineMessage<FactorChanged>(
  "factor_removed",
  async () => (await securityMails()).factorRemoved,
);
export const identityLinked = defineMessage<IdentityLinked>(
  "identity_linked",
  async () => (await securityMails()).identityLinked,
);
export const identityUnlinked = defineMessage<IdentityUnlinked>(
  "identity_unlinked",
  async () => (await securityMails()).identityUnlinked,
);
