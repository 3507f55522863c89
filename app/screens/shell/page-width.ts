/** The classes of whatever spans a dashboard page. */
export const pageWidth = "mx-auto w-full max-w-5xl px-4 md:px-6";
