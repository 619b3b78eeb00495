import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { tour } from '#data/storage/preference.ts';
import classes from './tour.module.css';
import { showTourPart, useTourPlace } from './use-tour-place.ts';

/** Each step explains the part of the screen that has its name as `data-tour`. */
const STEPS = [
  ['markets', 'tourMarket'],
  ['ticket', 'tourTicket'],
  ['positions', 'tourPosition'],
  ['help', 'tourHelp'],
] as const;
const LAST = STEPS.length - 1;

/**
 * A short tour of the trading screen: it marks one part after the other, with a card beside it. The
 * screen can be used meanwhile, so that each step can be tried at once.
 */
export function Tour() {
  const { t } = useTranslation('practice');
  const [at, setAt] = useState(0);
  const card = useRef<HTMLElement>(null);
  const [part, text] = STEPS[at] ?? STEPS[0];
  const place = useTourPlace(part, card);
  const go = (next: number): void => {
    const step = STEPS[next];
    if (step === undefined) return;
    setAt(next);
    showTourPart(step[0]);
  };
  const end = (): void => tour.set(false);
  useTourKeys(card, { Escape: end, ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1) });
  return (
    <>
      {place?.part !== undefined && (
        <div aria-hidden="true" className={classes['ring']} style={place.part} />
      )}
      <section
        ref={card}
        className={classes['card']}
        aria-label={t('tour')}
        style={place === undefined ? { visibility: 'hidden' } : place.card}
      >
        <p className={classes['text']} aria-live="polite">
          {t(text)}
          {at === LAST && IS_PRACTICE && ` ${t('tourReset')}`}
        </p>
        <div className={classes['row']}>
          <span className={classes['count']}>
            {t('tourStep', { step: at + 1, steps: STEPS.length })}
          </span>
          {at < LAST && (
            <button type="button" className={classes['plain']} onClick={end}>
              {t('tourSkip')}
            </button>
          )}
          {at > 0 && (
            <button type="button" className={classes['quiet']} onClick={() => go(at - 1)}>
              {t('tourBack')}
            </button>
          )}
          <button
            type="button"
            className={classes['next']}
            onClick={() => (at === LAST ? end() : go(at + 1))}
          >
            {t(at === LAST ? 'tourEnd' : 'tourNext')}
          </button>
        </div>
      </section>
    </>
  );
}

/**
 * Handles keys only while the focus is on the card or on nothing, because they have other uses
 * elsewhere.
 */
function useTourKeys(
  card: { readonly current: HTMLElement | null },
  keys: Readonly<Record<string, () => void>>,
): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      const isFree =
        target === document.body || (target instanceof Node && card.current?.contains(target));
      if (isFree !== true || defaultPrevented || altKey || ctrlKey || metaKey) return;
      latest.current[key]?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [card]);
}
