/** The letter that presses the button whose label it follows; for the eye only, since a list names its keys under "?". */
export function Key({ letter }: { letter: string }) {
  return (
    <kbd
      className="rounded border border-current px-1.5 text-sm leading-snug font-normal opacity-80 max-md:hidden pointer-coarse:hidden"
      aria-hidden="true"
    >
      {letter}
    </kbd>
  );
}
