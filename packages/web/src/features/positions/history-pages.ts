// Closed positions beyond the latest: what the live feed sends, and older pages that are asked for.
import { HISTORY_RECENT_MAX, listHistory, type Position } from '@halyard/contract/trading';
import { useState } from 'react';
import { call } from '#data/http/api.ts';
import { mergeHistory } from './merge-history.ts';

export type HistoryPages = {
  /** Undefined until the server has said. */
  readonly positions: readonly Position[] | undefined;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  loadOlder(): void;
};

export function useHistoryPages(recent: readonly Position[] | undefined): HistoryPages {
  const [older, setOlder] = useState<readonly Position[]>([]);
  const [isAtEnd, setAtEnd] = useState(false);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const positions = recent && mergeHistory(recent, older);
  const last = positions?.at(-1);

  async function load(before: number): Promise<void> {
    setState('loading');
    // The latest ones move on while newer close; from here on they are kept too.
    const shown = positions ?? [];
    const result = await call(listHistory, { body: { before, limit: HISTORY_RECENT_MAX } });
    if (result.kind !== 'data') {
      setState('failed');
      return;
    }
    setOlder(mergeHistory(result.data, shown));
    setAtEnd(result.data.length < HISTORY_RECENT_MAX);
    setState('idle');
  }

  return {
    positions,
    hasOlder: !isAtEnd && (positions?.length ?? 0) >= HISTORY_RECENT_MAX,
    isLoading: state === 'loading',
    isFailed: state === 'failed',
    loadOlder() {
      if (last !== undefined && state !== 'loading') void load(last.id);
    },
  };
}
