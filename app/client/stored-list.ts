import { useEffect, useEffectEvent, useState } from "react";
import { areSameItems } from "../shared/same-items.ts";

type Options<List> = {
  /** The list that the server has, as far as is known. */
  stored: List;
  itemsOf: (list: List) => readonly object[];
  isDirty: boolean;
  isSubmitting: boolean;
  /** Fills the form with the stored list. */
  refill: () => void;
};

/**
 * Keeps what a form that replaces a stored list was filled with, to be sent as `read`. A form without changes takes over a newer list; one with
 * changes `isBehind` until it is filled again or `setRead` is called.
 */
export function useStoredList<List>({ stored, itemsOf, isDirty, isSubmitting, refill }: Options<List>) {
  const [read, setRead] = useState(stored);
  const [fillings, setFillings] = useState(0);
  const differs = !isSubmitting && !areSameItems(itemsOf(read), itemsOf(stored));
  const takeOver = () => {
    setRead(stored);
    setFillings(fillings + 1);
  };
  if (differs && !isDirty) takeOver();
  const fill = useEffectEvent(refill);
  useEffect(() => {
    if (fillings > 0) fill();
  }, [fillings]);
  return { read, isBehind: differs && isDirty, setRead, takeOver };
}
