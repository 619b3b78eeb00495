import { useEffect, useRef, useState } from 'react';
import { signOut } from '#data/auth/account.ts';
import { startIdleWatch, type IdleNotice, type IdleWatch } from '#data/auth/idle-watch.ts';
import { sessionTexts } from '#data/auth/session.ts';
import { KEYS } from '#data/storage/text-store.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const IdleWarning = lazyPart(async () => (await import('./idle-warning.tsx')).IdleWarning);

/** Signs the customer out after inactivity in all tabs, with a warning before. */
export function IdleGuard() {
  const watch = useRef<IdleWatch>(undefined);
  const [warning, setWarning] = useState<IdleNotice>();
  useEffect(() => {
    const started = watchThisPage();
    watch.current = started.watch;
    const stopListening = started.watch.warning.subscribe(() => {
      setWarning(started.watch.warning.current());
    });
    return () => {
      stopListening();
      started.stop();
    };
  }, []);
  if (warning === undefined) return null;
  return (
    <SidePart>
      <IdleWarning
        remainingMs={warning.remainingMs}
        onStay={() => watch.current?.stay()}
        onLeave={() => signOut('signed-out')}
      />
    </SidePart>
  );
}

function watchThisPage(): { readonly watch: IdleWatch; readonly stop: () => void } {
  const listening = new AbortController();
  const { signal } = listening;
  const watch = startIdleWatch({
    store: sessionTexts,
    now: () => Date.now(),
    onIdle: () => signOut('idle'),
  });
  for (const event of INPUT_EVENTS) {
    window.addEventListener(event, watch.noteInput, { signal, passive: true, capture: true });
  }
  document.addEventListener('visibilitychange', watch.check, { signal });
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === KEYS.activity) watch.check();
    },
    { signal },
  );
  const stop = (): void => {
    listening.abort();
    watch.close();
  };
  return { watch, stop };
}
