import { OnlyPassword } from "../../shared/new-credentials.ts";
import { KineSignUp } from "./account-input.ts";

/** A new password, and the terms for a person whom an admin invited. */
export const FirstPassword = OnlyPassword.extend({ accepted_terms: KineSignUp.shape.accepted_terms });
