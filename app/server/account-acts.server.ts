import { giveAdminBack, takeRolesBack } from "../domain/accounts/lost-admin.server.ts";
import { acceptInvitation, register } from "../domain/accounts/register.server.ts";
import { freeAddress } from "../domain/accounts/unaccepted.server.ts";
import { noteReviewsOf } from "../domain/departures/departure-keys.server.ts";
import { hasPlace } from "../domain/departures/mailbox-places.server.ts";
import { chargeSpent, leaveMailbox } from "../domain/departures/spent-budgets.server.ts";
import type { Secret } from "../platform/crypto.server.ts";
import type { Tx } from "../platform/database/database.server.ts";
import type { Mail } from "../platform/mail/mail.server.ts";

/** What an act of signing in changes in the product: the sign-in service calls these inside its own transactions. */
export function accountActs({ mail, secret }: { mail: Mail; secret: Secret }) {
  return {
    register: async (tx: Tx, account: Parameters<typeof register>[1]) => {
      await register(tx, account);
      await chargeSpent(tx, secret, account.id);
    },
    mailboxes: {
      hasPlace,
      leave: (tx: Tx, id: string) => leaveMailbox(tx, secret, id),
      charge: async (tx: Tx, id: string) => {
        await chargeSpent(tx, secret, id);
        await noteReviewsOf(tx, secret, id);
      },
    },
    acceptTerms: acceptInvitation,
    giveAdminBack: (tx: Tx, lost: Parameters<typeof giveAdminBack>[2]) => giveAdminBack({ mail }, tx, lost),
    takeRolesBack: (tx: Tx, id: string, since: Date) => takeRolesBack({ mail }, tx, id, since),
    freeAddress: (tx: Tx, email: string) => freeAddress(tx, { mail, secret }, email),
  };
}
