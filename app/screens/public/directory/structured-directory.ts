import type { DirectoryPage } from "../../../domain/directory/page.server.ts";
import { PAGE_SIZE } from "../../../domain/directory/query.ts";
import { licenceName } from "../../../domain/licences/licence-words.ts";

/** A page of the directory as schema.org data: breadcrumbs and list. Prices are left out, since they would be a promise. */
export function structuredDirectory({ crumbs, items, heading, page, total }: DirectoryPage, publicUrl: string) {
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "BreadcrumbList",
        itemListElement: crumbs.map(({ name, path }, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name,
          item: `${publicUrl}${path}`,
        })),
      },
      {
        "@type": "ItemList",
        name: heading,
        numberOfItems: total,
        itemListElement: items.map(({ id, name, specialty, location_city, licence }, index) => ({
          "@type": "ListItem",
          position: (page - 1) * PAGE_SIZE + index + 1,
          item: {
            "@type": "MedicalBusiness",
            additionalType: "https://schema.org/Physiotherapy",
            "@id": `${publicUrl}/kines/${id}`,
            url: `${publicUrl}/kines/${id}`,
            name,
            knowsAbout: specialty ?? undefined,
            areaServed: location_city ?? undefined,
            hasCredential: licence
              ? {
                  "@type": "EducationalOccupationalCredential",
                  credentialCategory: "license",
                  name: licenceName({ ...licence, number: null }),
                }
              : undefined,
          },
        })),
      },
    ],
  };
}
