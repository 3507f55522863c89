import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import styles from "../app.css?url";
import { type Product, ProductContext } from "./app-context.ts";

const fontPreload = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

/** What every page loads beside its scripts. */
export const documentLinks = [
  { ...fontPreload, href: figtree },
  { ...fontPreload, href: bricolage },
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The HTML document of every page. `product` is undefined when it could not be read. */
export function Document({
  product,
  head,
  children,
}: {
  product: Product | undefined;
  head: ReactNode;
  children: ReactNode;
}) {
  return (
    <html lang="es-AR" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f2" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d191e" />
        {head}
      </head>
      <body>{product ? <ProductContext value={product}>{children}</ProductContext> : children}</body>
    </html>
  );
}
