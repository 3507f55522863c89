import { createElement } from "react";
import type { Product, Template } from "./message.server.ts";

/** A message in words, as HTML and as plain text. */
export type RenderedMessage = { subject: string; link: string; html: string; text: string };

/** Renders a message by its template. */
export async function renderMessage<Facts>(template: Template<Facts>, facts: Facts, product: Product): Promise<RenderedMessage> {
  const { plainTextSelectors, render, toPlainText } = await import("@react-email/render");
  const { subject, link, Body } = template;
  const address = link(facts, product);
  // A heading in capitals would shout people's names.
  const selectors = [...plainTextSelectors, { selector: "h1", options: { uppercase: false } }];
  const html = await render(createElement(Body, { told: facts, product, link: address }));
  return { subject: subject(facts, product), link: address, html, text: toPlainText(html, { selectors }) };
}
