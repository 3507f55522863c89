import { cut } from "../../shared/text/cut.ts";
import type { MetaDescriptor } from "react-router";
import type { Answers } from "../../client/api.ts";
import type { Product } from "../../shared/app-context.ts";
import { structuredData } from "./structured-data.ts";

type Profile = Answers["profiles"]["publicProfile"];

const DESCRIPTION_MAX = 200;

/** The metadata of a specialist's profile for browsers, search engines and link previews. */
export function profileHead(
  profile: Profile,
  { productName, publicUrl }: Pick<Product, "productName" | "publicUrl">,
): MetaDescriptor[] {
  const { name, specialty, location_city, bio, id } = profile;
  const title = `${productName} | ${[name, specialty].filter(Boolean).join(", ")}`;
  const about = [specialty ?? "Especialista", location_city && `en ${location_city}`].filter(Boolean).join(" ");
  const description = shorten(`${name}: ${about}. ${bio ?? "Mirá su perfil y las reseñas de sus pacientes."}`);
  const address = `${publicUrl}/kines/${id}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "profile" },
    { property: "og:site_name", content: productName },
    { property: "og:locale", content: "es_AR" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: `${address}/share.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: `${name}: ${about}` },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": structuredData(profile, publicUrl) },
  ];
}

/** Collapses a text to one line and shortens it for search results and link previews. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > DESCRIPTION_MAX ? `${cut(line, DESCRIPTION_MAX - 1).trimEnd()}…` : line;
}
