// Closed positions: the latest from the live feed, and older pages on request.
import { HISTORY_RECENT_MAX, listHistory, type Position } from '@halyard/contract/trading';
import { useEffect, useState } from 'react';
import { call } from '#data/http/api.ts';
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

export function useHistoryPages(recent: readonly Position[] | undefined): HistoryPages {
  // The positions to keep in the list: empty until older ones are requested, then everything that
  // was shown.
  const [kept, setKept] = useState(NONE);
  const [isAtEnd, setAtEnd] = useState(false);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  // The position before which some may be missing.
  const [gapAt, setGapAt] = useState<number>();
  const positions = recent && mergeHistory(recent, kept);
  const last = positions?.at(-1);

  if (recent !== undefined && kept.length > 0 && positions?.length !== kept.length) {
    // When newer positions close, those that leave the latest ones stay in the list.
    if (hasGap(recent, kept, HISTORY_RECENT_MAX)) setGapAt(recent.at(-1)?.id);
    setKept(positions ?? NONE);
  }
  useEffect(() => {
    if (gapAt === undefined) return undefined;
    const filling = new AbortController();
    const isKnown = (id: number) => id !== gapAt && kept.some((position) => position.id === id);
    void fillGap(gapAt, isKnown, filling.signal).then((found) => {
      if (filling.signal.aborted) return;
      setKept((now) => mergeHistory(now, found));
      setGapAt(undefined);
    });
    return () => filling.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is kept while the gap is found says where it ends
  }, [gapAt]);

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

/** Loads the positions closed before one, up to those that are known. */
async function fillGap(
  gapAt: number,
  isKnown: (id: number) => boolean,
  signal: AbortSignal,
): Promise<readonly Position[]> {
  const found: Position[] = [];
  for (let before = gapAt; !signal.aborted;) {
    const body = { before, limit: HISTORY_RECENT_MAX };
    const result = await call(listHistory, { body }, { signal, background: true });
    if (result.kind !== 'data') return found;
    found.push(...result.data);
    const oldest = result.data.at(-1);
    const isAtEnd = oldest === undefined || result.data.length < HISTORY_RECENT_MAX;
    if (isAtEnd || result.data.some(({ id }) => isKnown(id))) return found;
    before = oldest.id;
  }
  return found;
}
