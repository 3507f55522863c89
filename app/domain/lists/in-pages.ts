/** The pagination options of an infinite query: each page holds the cursor of the next. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
