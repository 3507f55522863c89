import { useRef } from "react";

type Mutation<Input> = { mutate: (input: Input, options: { onSettled: () => void }) => void };

/**
 * A mutation's `mutate` that does nothing while it is under way: its pending state shows a moment after the press, and
 * a second one in between must not act again.
 */
export function useSingleFlight<Input>({ mutate }: Mutation<Input>): (input: Input) => void {
  const isUnderWay = useRef(false);
  return (input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(input, { onSettled: () => (isUnderWay.current = false) });
  };
}
