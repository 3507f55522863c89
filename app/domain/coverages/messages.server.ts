import { defineMessage } from "../../platform/mail/message.server.ts";
import type { Decided, Disputed } from "./dispute-mails.server.tsx";

const disputeMails = () => import("./dispute-mails.server.tsx");

export const coverageDisputed = defineMessage<Disputed>(
  "coverage_disputed",
  async () => (await disputeMails()).coverageDisputed,
);
export const coverageDisputeDecided = defineMessage<Decided>(
  "coverage_dispute_decided",
  async () => (await disputeMails()).coverageDisputeDecided,
);
