import { useEffect, useState } from "preact/hooks";

/** Whether a media query holds, as long as it does. */
export function useMedia(query: string): boolean {
  const [holds, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = () => set(list.matches);
    list.addEventListener("change", look);
    return () => list.removeEventListener("change", look);
  }, [query]);
  return holds;
}
