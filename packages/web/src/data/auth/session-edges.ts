// When a market opens or closes, its next times change, so the list of assets is reloaded.
import { listAssets } from '@halyard/contract/trading';
import { useEffect } from 'react';
import { useAssets } from '../market/assets.ts';
import { reload } from '../http/query.ts';
import { hasEdge } from './session-edge.ts';

const CHECK_MS = 15_000;

/** Keeps market hours current while the component is mounted. */
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
