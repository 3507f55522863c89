import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { Below } from "../../ui/below.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { late } from "../../ui/late.tsx";
import { Lines } from "../../ui/section.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import type { Role } from "../../shared/roles.ts";
import { DeleteAccountButton } from "../../domain/accounts/delete-account.tsx";
import type { OwnNoticesProps } from "../../domain/notifications/own-notices.tsx";
import { OwnPhoto } from "../../domain/profiles/own-photo.tsx";
import { OwnProfileForm } from "../../domain/profiles/own-profile-form.tsx";

const OwnNotices = late<OwnNoticesProps>(
  async () => (await import("../../domain/notifications/own-notices.tsx")).OwnNotices,
  () => <FormSkeleton count={4} />,
);

const OwnBlocks = late(async () => (await import("../../domain/conversations/own-blocks.tsx")).OwnBlocks);

type OwnProfilePageProps = { title: string; audience: Role; children?: ReactNode };

/** The user's own profile page: their data, role-specific parts (`children`), notification settings and blocked people. */
export function OwnProfilePage({ title, audience, children }: OwnProfilePageProps) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <h1 className="text-3xl">{title}</h1>
      <OwnData audience={audience}>
        <Lines>
          {children}
          <OwnNotices isFolded />
        </Lines>
        <OwnBlocks />
      </OwnData>
    </div>
  );
}

/** The user's photo and fields, the lines that `children` add below them, and the deletion of the account. */
export function OwnData({ audience, children }: { audience: Role; children?: ReactNode }) {
  const profile = useQuery(queries.profiles.mine.queryOptions());
  const queryClient = useQueryClient();
  const { revalidate } = useRevalidator();

  function refresh() {
    void queryClient.invalidateQueries({ queryKey: queries.profiles.key() });
    void queryClient.invalidateQueries({ queryKey: queries.accounts.me.key() });
    // The top bar also shows the name and the photo.
    void revalidate();
  }

  if (!profile.data)
    return neverLoaded(profile) ? (
      <ErrorState
        message="No se pudo cargar tu perfil"
        onRetry={() => void profile.refetch()}
        isRetrying={profile.isFetching}
      />
    ) : (
      <FormSkeleton count={5} hasPhoto />
    );
  return (
    <>
      <Card as="section">
        <div className="flex flex-col gap-6 max-sm:gap-4">
          <OwnPhoto name={profile.data.name} photoUrl={profile.data.photo_url} onChanged={refresh} />
          <OwnProfileForm profile={profile.data} role={audience} onChanged={refresh} />
        </div>
      </Card>
      <Below>
        {children}
        <div className="pt-9 sm:pt-6">
          <DeleteAccountButton />
        </div>
      </Below>
    </>
  );
}
