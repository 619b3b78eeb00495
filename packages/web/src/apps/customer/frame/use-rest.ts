import { useEffect, useState } from 'react';

/** How long the page must be idle before its less important parts load. */
const REST_MS = 1_000;

/** Returns true a while after the page has loaded. */
export function useRest(): boolean {
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isResting;
}
