import { useEffect, useState } from 'react';

/** How long a page rests before the parts load that nobody waits for. */
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
