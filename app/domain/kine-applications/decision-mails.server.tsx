import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** A rejection, or an application that is open again. */
export type Decision = { decision: "rejected" | "pending"; reason: string | null };

const SUBJECTS: Record<Decision["decision"], string> = {
  rejected: "Terminamos de revisar tu solicitud",
  pending: "Volvemos a revisar tu solicitud",
};

/** Tells an applicant that they were rejected, or that their application is open again. */
export const admissionDecided: Template<Decision> = {
  subject: ({ decision }) => SUBJECTS[decision],
  link: (_, { publicUrl }) => `${publicUrl}/pending-approval`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Te contamos qué decidimos."
      title={SUBJECTS[told.decision]}
      action={{ label: "Ver mi solicitud", link }}
      after={`Te escribimos porque te registraste como especialista en ${product.productName}.`}
    >
      {told.decision === "pending" ? (
        <Paragraph>Tu solicitud está otra vez en revisión. Te escribimos cuando esté decidida.</Paragraph>
      ) : (
        <>
          <Paragraph>No aprobamos tu solicitud.</Paragraph>
          {told.reason && <Paragraph>Motivo: {told.reason}</Paragraph>}
          <Paragraph>Si creés que se trata de un error, escribinos a {product.contactEmail}.</Paragraph>
        </>
      )}
    </MessageLayout>
  ),
};
