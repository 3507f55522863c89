import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The parameters of the navigation that was begun last, until a page has received it. */
let begun: URLSearchParams | undefined;

/**
 * The search parameters of the URL as they will be once a navigation that has begun arrives. Who changes some of them begins with these and tells
 * what it made of them: the page receives a navigation later, and until then a second change would undo the first.
 */
export function useIntendedParams(): { read: () => URLSearchParams; tell: (params: URLSearchParams) => void } {
  const location = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    shown.current = location;
    begun = undefined;
  }, [location]);
  return {
    read: () => new URLSearchParams(begun ?? shown.current.search),
    tell: (params) => {
      begun = params;
    },
  };
}
