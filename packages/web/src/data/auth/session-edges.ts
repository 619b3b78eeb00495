// When a market opens or closes, its next times are others: the list of assets is asked for anew.
import { listAssets } from '@halyard/contract/trading';
import { useEffect } from 'react';
import { useAssets } from '../market/assets.ts';
import { reload } from '../http/query.ts';
import { hasEdge } from './session-edge.ts';

const CHECK_MS = 15_000;

/** Keeps the times of the markets right for as long as the component is there. */
export function useSessionEdges(): void {
  const assets = useAssets();
  useEffect(() => {
    let checkedMs = Date.now();
    const timer = setInterval(() => {
      const nowMs = Date.now();
      if (assets !== undefined && hasEdge(assets, checkedMs, nowMs)) void reload(listAssets);
      checkedMs = nowMs;
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [assets]);
}
