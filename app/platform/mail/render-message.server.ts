import { createElement } from "react";
import type { CalendarPart, Product, Template } from "./message.server.ts";

/** A rendered message, as HTML and as plain text. */
export type RenderedMessage = {
  subject: string;
  link: string;
  headers: Record<string, string>;
  html: string;
  text: string;
  calendar: CalendarPart | undefined;
};

/** Renders a message with its template. */
export async function renderMessage<Facts>(
  template: Template<Facts>,
  facts: Facts,
  product: Product,
): Promise<RenderedMessage> {
  const { plainTextSelectors, render, toPlainText } = await import("@react-email/render");
  const { subject, link, headers, calendar, Body } = template;
  const address = link(facts, product);
  // Headings keep their case: upper case would alter people's names.
  const selectors = [...plainTextSelectors, { selector: "h1", options: { uppercase: false } }];
  const html = await render(createElement(Body, { told: facts, product, link: address }));
  return {
    subject: subject(facts, product),
    link: address,
    headers: headers?.(facts, product) ?? {},
    html,
    text: toPlainText(html, { selectors }),
    calendar: calendar?.(facts, product),
  };
}
