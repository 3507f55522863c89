import type { MetaDescriptor } from "react-router";
import { asScriptText } from "./script-text.ts";

/** The tags of a static page's head, from the descriptions that the router's `Meta` takes in the application. */
export function DescribedHead({ tags }: { tags: readonly MetaDescriptor[] }) {
  return tags.map((tag) => {
    if ("title" in tag) return <title key="title">{String(tag.title)}</title>;
    if ("script:ld+json" in tag) {
      const data = { __html: asScriptText(tag["script:ld+json"] as object) };
      return <script key="data" type="application/ld+json" dangerouslySetInnerHTML={data} />;
    }
    if ("tagName" in tag) {
      const { tagName: _, ...link } = tag;
      return <link key={String(link["rel"])} {...link} />;
    }
    return <meta key={JSON.stringify(tag)} {...(tag as object)} />;
  });
}
