// Detects a newer build on the server: the URL of its script contains a content hash.
import { MINUTE_MS } from '@halyard/core/time';
import { useEffect, useState } from 'react';

const CHECK_EVERY_MS = 5 * MINUTE_MS;
const SCRIPT_PATTERN = /<script[^>]*type="module"[^>]*src="([^"]+)"/;

/** The URL of the page's script in its HTML; undefined if there is none. */
export function readScriptPath(html: string): string | undefined {
  return SCRIPT_PATTERN.exec(html)?.[1];
}

/**
 * Becomes true when a newer build is found; checked every few minutes and when the page becomes
 * visible.
 */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    if (isNew) return undefined;
    const listening = new AbortController();
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      const known = readScriptPath(document.documentElement.outerHTML);
      const html = await fetchPage(listening.signal);
      const found = html === undefined ? undefined : readScriptPath(html);
      if (found !== undefined && known !== undefined && found !== known) setNew(true);
    };
    const timer = setInterval(() => void check(), CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', () => void check(), listening);
    window.addEventListener('online', () => void check(), listening);
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [isNew]);
  return isNew;
}

/** Undefined without a reply. */
async function fetchPage(signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch('/login', { cache: 'no-store', signal });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
