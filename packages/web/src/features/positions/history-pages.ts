// Closed positions: the latest from the live feed, and older pages on request.
import { HISTORY_RECENT_MAX, listHistory, type Position } from '@halyard/contract/trading';
import { useEffect, useState } from 'react';
import { call } from '#data/http/api.ts';
import { fillGap } from './fill-gap.ts';
import { hasGap, mergeHistory } from './merge-history.ts';

export type HistoryPages = {
  /** The positions; undefined until the server has sent them. */
  readonly positions: readonly Position[] | undefined;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  loadOlder(): void;
};

const NONE: readonly Position[] = [];
const RETRY_DELAY_MS = 5_000;

export function useHistoryPages(recent: readonly Position[] | undefined): HistoryPages {
  // The positions that stay in the list: none until older ones are requested, then all that were
  // shown.
  const [kept, setKept] = useState(NONE);
  const [isAtEnd, setAtEnd] = useState(false);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  // The ids of positions before which some may be missing.
  const [gaps, setGaps] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [gapAt] = gaps;
  const positions = recent && mergeHistory(recent, kept);
  const last = positions?.at(-1);

  if (recent !== undefined && kept.length > 0 && positions?.length !== kept.length) {
    // When newer positions close, the positions that leave the latest page stay in the list.
    const oldest = recent.at(-1);
    if (oldest !== undefined && hasGap(recent, kept, HISTORY_RECENT_MAX)) {
      setGaps((now) => [...now, oldest.id]);
    }
    setKept(positions ?? NONE);
  }
  useEffect(() => {
    if (gapAt === undefined) return undefined;
    const filling = new AbortController();
    const { signal } = filling;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const known = new Set(kept.map(({ id }) => id));
    const loadBefore = async (before: number) => {
      const body = { before, limit: HISTORY_RECENT_MAX };
      const result = await call(listHistory, { body }, { signal, background: true });
      return result.kind === 'data' ? result.data : undefined;
    };
    void fillGap(gapAt, { known, pageSize: HISTORY_RECENT_MAX, loadBefore }).then((filled) => {
      if (signal.aborted) return;
      setKept((now) => mergeHistory(now, filled.found));
      if (filled.isWhole) setGaps((now) => now.filter((id) => id !== gapAt));
      else retry = setTimeout(() => setAttempt((now) => now + 1), RETRY_DELAY_MS);
    });
    return () => {
      filling.abort();
      clearTimeout(retry);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- positions that are added during the search must not restart it
  }, [gapAt, attempt]);

  async function load(before: number): Promise<void> {
    setState('loading');
    const result = await call(listHistory, { body: { before, limit: HISTORY_RECENT_MAX } });
    if (result.kind !== 'data') {
      setState('failed');
      return;
    }
    setKept((now) => mergeHistory(result.data, mergeHistory(positions ?? NONE, now)));
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
