import { redirect } from "react-router";
import type { Answers } from "../../client/api.ts";
import { serverApi } from "../../server-api.server.ts";
import type { Product } from "../../shared/app-context.ts";
import { errorCode } from "../../shared/errors.ts";
import { DescribedHead } from "./described-head.tsx";
import { FailurePage } from "./failure-page.tsx";
import { isPreview, ProfileBody } from "./profile-body.tsx";
import { profileHead } from "./profile-head.ts";
import { type Asked, staticDocument, staticPage } from "./static-page.server.tsx";

type Profile = Answers["profiles"]["publicProfile"];

/** Matches no request for the data of a navigation within the application, which ends in .data. */
const PATH = /^\/kines\/([^/.]+)\/?$/;

/** The id in the URL of a profile's document; undefined for other URLs. */
export const profileId = ({ pathname }: URL) => PATH.exec(pathname)?.[1];

/** /kines/:id as a static page, as visitors see it. An id without a public profile redirects to the dashboard. */
export function visitorsProfile(args: Asked, id: string): Promise<Response> {
  return staticPage(args, async (product) => {
    try {
      const profile = await serverApi(args.context).profiles.publicProfile({ id });
      return pageOf(product, profile, isPreview(new URL(args.request.url).searchParams));
    } catch (error) {
      const code = errorCode(error);
      if (code === "UNAVAILABLE") return { head: null, body: <FailurePage />, status: 503 };
      if (code === "NOT_FOUND" || code === "BAD_INPUT") return redirect("/dashboard");
      throw error;
    }
  });
}

/** The HTML document of a profile that the caller has read. */
export const profileDocument = (product: Product, profile: Profile) =>
  staticDocument(product, pageOf(product, profile, false));

const pageOf = (product: Product, profile: Profile, hasNote: boolean) => ({
  head: <DescribedHead tags={profileHead(profile, product)} />,
  body: <ProfileBody profile={profile} hasNote={hasNote} />,
  hasApplication: true,
});
