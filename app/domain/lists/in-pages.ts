/** How an infinite query follows a list's pages: each answers with the id to ask the next one with. */
export const inPages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { next: string | null }) => page.next,
};
