import { useRef } from 'react';
import { createRequestId } from '#data/http/request-id.ts';

/**
 * Gives the id of a request: the same one while the same thing is sent again, as after no answer,
 * so that it happens once; another for anything else, and after `renew`.
 */
export function useRequestId(): { idFor(content: unknown): string; renew(): void } {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined);
  return {
    idFor(content) {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, id: createRequestId() };
      return last.current.id;
    },
    renew() {
      last.current = undefined;
    },
  };
}
