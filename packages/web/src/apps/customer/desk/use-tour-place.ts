import { type RefObject, useEffect, useState } from 'react';
import { type Box, type Place, placeCard } from './tour-place.ts';

/** How often the part is measured; it moves for many reasons, such as a resized panel. */
const MEASURED_EVERY_MS = 250;

type TourPlace = {
  /** The bounds of the part that the step explains; undefined while it is not visible. */
  readonly part: Box | undefined;
  readonly card: Place;
};

/** Follows the part that a step explains, and places the card beside it. */
export function useTourPlace(
  step: string,
  card: RefObject<HTMLElement | null>,
): TourPlace | undefined {
  const [place, setPlace] = useState<TourPlace>();
  useEffect(() => {
    const measure = (): void => {
      const element = card.current;
      if (element === null) return;
      const next = measureTour(step, element);
      setPlace((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    };
    measure();
    const timer = setInterval(measure, MEASURED_EVERY_MS);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('resize', measure, { signal });
    window.addEventListener('scroll', measure, { signal, capture: true, passive: true });
    return () => {
      clearInterval(timer);
      listening.abort();
    };
  }, [step, card]);
  return place;
}

/** Scrolls the part that a step explains into view. */
export function showTourPart(step: string): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  findPart(step)?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
}

function measureTour(step: string, card: HTMLElement): TourPlace {
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = card;
  const found = findPart(step);
  const part = found === undefined ? undefined : cutToWindow(found.getBoundingClientRect());
  const isVisible = part !== undefined && part.width > 0 && part.height > 0;
  // On a phone the card leaves the bar at the bottom free, so that the step can be tried at once.
  const bars = document.querySelector('[data-tour-clear]')?.getBoundingClientRect();
  const view = { width: clientWidth, height: clientHeight };
  const asked =
    isVisible && bars !== undefined ? { ...part, top: Math.min(part.top, bars.top) } : part;
  return {
    part: isVisible ? part : undefined,
    card: placeCard(isVisible ? asked : undefined, { width, height }, view),
  };
}

function findPart(step: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-tour='${step}']`)];
  return all.find((each) => each.offsetWidth > 0);
}

function cutToWindow({ left, top, right, bottom }: DOMRect): Box {
  const { clientWidth, clientHeight } = document.documentElement;
  const [fromLeft, fromTop] = [Math.max(0, left), Math.max(0, top)];
  return {
    left: fromLeft,
    top: fromTop,
    width: Math.min(clientWidth, right) - fromLeft,
    height: Math.min(clientHeight, bottom) - fromTop,
  };
}
