import { askedLinks } from "../../platform/asked-links.server.ts";

/** The links of the monthly message to a specialist, whose id they name. */
export const {
  addressHash,
  isAddressOf,
  token: confirmationToken,
  read: readConfirmationToken,
} = askedLinks("monthly confirmation", "address of a monthly confirmation");
