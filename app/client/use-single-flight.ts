import { useRef } from "react";

type Mutation<Input> = { mutate: (input: Input, options: { onSettled: () => void }) => void };

/**
 * A mutation's `mutate` that ignores calls while one is pending. The rendered pending state lags the press, so a second
 * press in between must be ignored here.
 */
export function useSingleFlight<Input>({ mutate }: Mutation<Input>): (input: Input) => void {
  const isUnderWay = useRef(false);
  return (input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(input, { onSettled: () => (isUnderWay.current = false) });
  };
}
