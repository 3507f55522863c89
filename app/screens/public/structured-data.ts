import type { Answers } from "../../client/api.ts";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";

type Profile = Answers["profiles"]["publicProfile"];

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/**
 * A specialist as schema.org data for search engines. The type is a local business, because ratings of a person
 * are not shown. Fields are listed one by one, so that no private profile field can leak.
 */
export function structuredData(profile: Profile, publicUrl: string) {
  const address = `${publicUrl}/kines/${profile.id}`;
  return {
    "@context": "https://schema.org",
    "@type": "MedicalBusiness",
    additionalType: "https://schema.org/Physiotherapy",
    "@id": address,
    url: address,
    name: profile.name,
    description: profile.bio ?? profile.specialty ?? undefined,
    image: profile.photo_url ? `${publicUrl}${profile.photo_url}` : undefined,
    knowsAbout: profile.specialty ?? undefined,
    priceRange: profile.price_range ?? undefined,
    address: { "@type": "PostalAddress", addressLocality: profile.location_city ?? undefined, addressCountry: "AR" },
    openingHoursSpecification: profile.availabilities.map(({ weekday, start_time, end_time }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: `https://schema.org/${WEEKDAYS[weekday]}`,
      opens: start_time.slice(0, 5),
      closes: end_time.slice(0, 5),
    })),
    ...(profile.average_stars !== null && ratingsOf(profile, profile.average_stars)),
  };
}

function ratingsOf({ reviews, review_count }: Profile, average: number) {
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: Number(average.toFixed(1)),
      reviewCount: review_count,
      bestRating: 5,
      worstRating: 1,
    },
    review: reviews.map(({ stars, comment, created_at, patient_name }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: patient_name ?? UNNAMED_AUTHOR },
      datePublished: created_at.toISOString().slice(0, 10),
      reviewRating: { "@type": "Rating", ratingValue: stars, bestRating: 5, worstRating: 1 },
      reviewBody: comment ?? undefined,
    })),
  };
}
