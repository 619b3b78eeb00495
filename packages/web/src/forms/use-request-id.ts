import { useRef } from 'react';
import { createRequestId } from '#data/http/request-id.ts';

/**
 * Returns the id of a request: the same one while the same content is sent again, as after a
 * missing answer, so that it is executed once; another one for other content, and after `renew`.
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
