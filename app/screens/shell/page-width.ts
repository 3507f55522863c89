/** The width and padding classes of full-width dashboard elements. */
export const pageWidth = "mx-auto w-full max-w-5xl px-4 md:px-6";
/** The same of lists that are tables on desktops, and of a list beside what is open. */
export const widePage = "w-full px-4 py-6 md:px-6 md:py-4";
