import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { loadingLate } from "../../ui/late.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";
import { useVocabulary } from "../vocabulary/use-vocabulary.ts";
import { SearchForm, WHERE_EXAMPLE, WHERE_LABEL } from "./search-form.tsx";

const loadPlaces = loadingLate(async () => (await import("../places/places.ts")).placesLike, false);

/** The query of the patient's list that shows a page of the directory. */
export function inPatientsList(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  return `?${new URLSearchParams([["en", pathname], ...searchParams])}`;
}

/** The directory's search in the patient's list. A text that is not understood stays in its field. */
export function PlaceSearch({ what = "", where: startsWhere = "" }: { what?: string; where?: string }) {
  const navigate = useNavigate();
  const [where, setWhere] = useState(startsWhere);
  const [unknown, setUnknown] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (typed: { what: string; where: string }) => queries.directory.search.call(typed),
    onSuccess({ to, unknown: text }) {
      setUnknown(text);
      if (to !== null) void navigate(inPatientsList(to));
    },
  });
  function onSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    search.mutate({ what: String(fields.get("que") ?? ""), where });
  }
  return (
    <div className="grid gap-2">
      <SearchForm
        what={what}
        onSearch={onSearch}
        whereField={
          <SuggestField
            label={WHERE_LABEL}
            name="donde"
            placeholder={WHERE_EXAMPLE}
            value={where}
            onChange={setWhere}
            {...useVocabulary(loadPlaces, where)}
          />
        }
      />
      <p role="alert" className="text-danger empty:hidden">
        {search.isError ? "No se pudo buscar. Probá de nuevo." : unknown !== null && `No conocemos «${unknown}».`}
      </p>
    </div>
  );
}
