/** The width and padding classes of full-width dashboard elements. */
export const pageWidth = "mx-auto w-full max-w-5xl px-4 md:px-6";
/** The same for lists that are tables on desktops, and for a list beside its open item. */
export const widePage = "w-full px-4 py-6 md:px-6 md:py-4";
