import { Avatar } from "../../ui/avatar.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton, FormSkeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { LONG, nothing, Part, Specimen } from "./specimen.tsx";

const tones: Tone[] = ["neutral", "info", "success", "warning", "danger"];

/** Components that only display. */
export function Statements() {
  return (
    <Part title="Statements">
      <Specimen name="Badge, Avatar, StarRating and Spinner">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="flex items-center gap-3">
          <Avatar name="" size="large" />
          <Avatar name="Ana Paz" size="small" />
          <Avatar name={LONG} />
        </div>
        <StarRating average={4.8} count={12} />
        <StarRating average={0} count={0} />
        <Spinner />
      </Specimen>
      <Banner>Algo que hay que saber ahora.</Banner>
      <Banner
        tone="info"
        icon="shield"
        action={
          <Button variant="link" size="inline">
            Hacer algo
          </Button>
        }
      >
        Un consejo.
      </Banner>
      <Specimen name="Card">
        <Card>
          <CardButton onPress={nothing}>Se abre entera</CardButton>
        </Card>
        <Card>{LONG}</Card>
        <Card>
          <CardHead aside={<Badge>Al final</Badge>}>{LONG}</CardHead>
        </Card>
      </Specimen>
      <Specimen name="EmptyState, ErrorState and ChangedElsewhere">
        <EmptyState illustration={<NoCases />} title="Todavía no hay nada" action={<Button>Empezar</Button>}>
          Qué pasa cuando haya algo.
        </EmptyState>
        <ErrorState message="No se pudo cargar" detail="Probá de nuevo en un rato." onRetry={nothing} />
        <ErrorState message="No se pudo cargar" onRetry={nothing} isRetrying />
        <ChangedElsewhere
          title="Cambió mientras lo editabas."
          saved={[{ name: "Nombre", text: LONG }]}
          onUseSaved={nothing}
          onKeepMine={nothing}
        />
      </Specimen>
      <CardListSkeleton count={1} hasPhoto />
      <FormSkeleton count={1} hasPhoto />
      {[{}, { isLoadingMore: true }, { neverLoaded: true }].map((state, index) => (
        <GrowingList key={index} hasMore isLoadingMore={false} onMore={nothing} {...state}>
          <Card as="li">Uno</Card>
        </GrowingList>
      ))}
    </Part>
  );
}
