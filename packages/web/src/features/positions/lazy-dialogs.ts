// The dialogs about positions. The tables don't need them, so they are loaded afterwards. They are
// loaded before they are opened, so that a position can be closed even if the server of the scripts
// stops responding.
import { useEffect } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';

const load = () => import('./position-dialogs.ts');
const LOAD_DELAY_MS = 5_000;

export const CloseAllDialog = lazyPart(async () => (await load()).CloseAllDialog);
export const CloseDialog = lazyPart(async () => (await load()).CloseDialog);
export const LevelEditor = lazyPart(async () => (await load()).LevelEditor);
export const MovedLevelEditor = lazyPart(async () => (await load()).MovedLevelEditor);
export const PositionDetails = lazyPart(async () => (await load()).PositionDetails);

/** Loads the dialogs when the positions have been visible for a while. */
export function usePositionDialogs(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    // Ignores a failure: opening a dialog loads it again and reports the error.
    const timer = setTimeout(() => void load().catch(() => undefined), LOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
}
