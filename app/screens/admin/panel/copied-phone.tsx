import { formatPhone } from "../../../domain/profiles/phone.ts";
import { Copied } from "./copied.tsx";

export type CopiedPhoneProps = { phone: string; what: string };

/** A phone number as displayed, and the button that copies it. */
export function CopiedPhone({ phone, what }: CopiedPhoneProps) {
  return <Copied text={formatPhone(phone)} what={what} />;
}
