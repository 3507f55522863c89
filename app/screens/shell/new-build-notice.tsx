import { useOnline } from "../../client/connection.ts";
import { useFreshPages, useNewBuild } from "../../client/new-build.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

/** Announces a newer build on the server, with a reload button. Drafts survive the reload. */
export function NewBuildNotice() {
  const isNew = useNewBuild(useProduct().build);
  const isOnline = useOnline();
  useFreshPages(isNew && isOnline);
  if (!isNew || !isOnline) return null;
  const action = (
    <Button variant="link" size="inline" onPress={() => location.reload()}>
      Actualizar
    </Button>
  );
  return (
    <Banner tone="info" icon="refresh" action={action}>
      Hay una versión nueva
    </Banner>
  );
}
