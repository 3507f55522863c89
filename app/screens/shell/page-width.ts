/** The width and padding classes of full-width dashboard elements. */
export const pageWidth = "mx-auto w-full max-w-5xl px-4 md:px-6";
