import type { Product } from "../../shared/app-context.ts";
import { asScriptText } from "./script-text.ts";

type PageHeadProps = {
  product: Product;
  title: string;
  description?: string;
  /** The page's canonical path for search engines and links, from the first slash on. Without it search engines must not list the page. */
  path?: string;
  isListed?: boolean;
  /** schema.org data. */
  data?: object;
};

/** A page's metadata for browsers, search engines and link previews. */
export function PageHead({ product, title, description, path, isListed = path !== undefined, data }: PageHeadProps) {
  const { productName, publicUrl } = product;
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!isListed && <meta name="robots" content="noindex" />}
      {path !== undefined && (
        <>
          <link rel="canonical" href={`${publicUrl}${path}`} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={productName} />
          <meta property="og:locale" content="es_AR" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={`${publicUrl}${path}`} />
          <meta property="og:image" content={`${publicUrl}/og.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {data && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asScriptText(data) }} />}
    </>
  );
}
