import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";
import { type AnyValue, settingInWords, type SettingKey, SETTINGS } from "./settings.ts";

/** The setting with its two values, and the name of the admin who changed it. */
export type WeakenedSetting = { key: SettingKey; before: AnyValue; after: AnyValue; by: string };

/** Tells an admin that a setting protects less than before. */
export const weakenedSetting: Template<WeakenedSetting> = {
  subject: (_, { productName }) => `Un ajuste de ${productName} protege menos que antes`,
  link: (_, { publicUrl }) => `${publicUrl}/dashboard/admin/settings`,
  Body: ({ told: { key, before, after, by }, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no lo esperabas, revisalo ahora."
      title="Un ajuste protege menos que antes"
      action={{ label: "Ver los ajustes", link }}
      after={`Te escribimos porque administrás ${product.productName} con este email.`}
    >
      <Paragraph>
        {by} cambió «{SETTINGS[key].label}»: antes «{settingInWords(key, before)}», ahora «{settingInWords(key, after)}
        ».
      </Paragraph>
      <Paragraph>
        Si está bien, no tenés que hacer nada. Si no lo esperabas, devolvelo y avisale al resto del equipo.
      </Paragraph>
    </MessageLayout>
  ),
};
