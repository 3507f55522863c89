/**
 * The letter that presses the button whose label it follows; for the eye only, since a list names its keys under "?". Drawn by the style,
 * so that it is no part of the button's text.
 */
export function Key({ letter }: { letter: string }) {
  return (
    <kbd
      className="rounded border border-current px-1.5 text-sm leading-snug font-normal opacity-80 before:content-[attr(data-letter)]
        max-md:hidden pointer-coarse:hidden"
      aria-hidden="true"
      data-letter={letter}
    />
  );
}
