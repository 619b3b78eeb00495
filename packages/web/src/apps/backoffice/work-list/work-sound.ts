// The sound for new work. Browsers play nothing before the first click or key on a page: the switch
// is one, and after a reload any other. Of several tabs of a member, one plays.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { browserStore, KEYS } from '#data/storage/text-store.ts';

export type SoundState = 'off' | 'on' | 'blocked';

/** Marks the switch, whose own click decides what happens. */
export const SWITCH_ATTRIBUTE = 'data-sound-switch';

const GESTURES = ['pointerdown', 'keydown'] as const;
const TONES = [
  { frequencyHz: 880, fromS: 0 },
  { frequencyHz: 1174.7, fromS: 0.14 },
] as const;
const TONE_LENGTH_S = 0.22;
const VOLUME = 0.15;
/** An exponential curve cannot reach zero. */
const SILENT = 0.0001;

const listeners = new Set<() => void>();
let context: AudioContext | undefined;

export function useSoundState(memberId: number): SoundState {
  return useSyncExternalStore(subscribe, () => stateOf(memberId));
}

/** Turns the sound on or off; while it is blocked, the click permits it. */
export function toggleSound(memberId: number): void {
  if (stateOf(memberId) === 'on') {
    browserStore.remove(keyOf(memberId));
    void context?.suspend();
    announce();
    return;
  }
  browserStore.write(keyOf(memberId), 'on');
  void resume().then(play);
  announce();
}

/** Keeps the sound ready, and returns the function that plays it if no other tab does. */
export function useWorkSound(memberId: number): () => void {
  const state = useSoundState(memberId);
  const isPlayer = useRef(false);
  useEffect(() => {
    if (state === 'blocked') return permitByGesture();
    return undefined;
  }, [state]);
  useEffect(() => {
    if (state !== 'on') return undefined;
    // Absent on insecure origins, where every tab plays.
    const { locks } = navigator as { readonly locks?: LockManager };
    if (locks === undefined) {
      isPlayer.current = true;
      return () => (isPlayer.current = false);
    }
    const held = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const hold = async (): Promise<void> => {
      isPlayer.current = true;
      await held.promise;
    };
    locks
      .request(`halyard:office-sound:${memberId}`, { signal: leaving.signal }, hold)
      .catch(() => undefined);
    return () => {
      isPlayer.current = false;
      held.resolve();
      leaving.abort();
    };
  }, [state, memberId]);
  return () => {
    if (isPlayer.current) play();
  };
}

function stateOf(memberId: number): SoundState {
  if (browserStore.read(keyOf(memberId)) !== 'on') return 'off';
  return context?.state === 'running' ? 'on' : 'blocked';
}

function keyOf(memberId: number): string {
  return `${KEYS.officeSound}:${memberId}`;
}

/** Permits the sound at the first click or key, except on the switch; returns how to stop waiting. */
function permitByGesture(): () => void {
  const permit = ({ target }: Event): void => {
    const isOnSwitch =
      target instanceof Element && target.closest(`[${SWITCH_ATTRIBUTE}]`) !== null;
    if (!isOnSwitch) void resume();
  };
  // A browser that knows the site may permit it without a gesture.
  void resume();
  for (const gesture of GESTURES) document.addEventListener(gesture, permit, { capture: true });
  return () => {
    for (const gesture of GESTURES) {
      document.removeEventListener(gesture, permit, { capture: true });
    }
  };
}

async function resume(): Promise<void> {
  if (context === undefined) {
    context = new AudioContext();
    context.addEventListener('statechange', announce);
  }
  await context.resume();
}

function play(): void {
  if (context?.state !== 'running') return;
  for (const { frequencyHz, fromS } of TONES) {
    const startS = context.currentTime + fromS;
    const volume = context.createGain();
    volume.gain.setValueAtTime(VOLUME, startS);
    volume.gain.exponentialRampToValueAtTime(SILENT, startS + TONE_LENGTH_S);
    volume.connect(context.destination);
    const tone = context.createOscillator();
    tone.frequency.value = frequencyHz;
    tone.connect(volume);
    tone.start(startS);
    tone.stop(startS + TONE_LENGTH_S);
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has switched it.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
