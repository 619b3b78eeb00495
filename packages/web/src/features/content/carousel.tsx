import { clsx } from 'clsx';
import { Children, type ReactNode, useEffect, useState } from 'react';
import useEmblaCarousel from 'embla-carousel-react';
import { useTranslation } from 'react-i18next';
import { ChevronIcon } from '#ui/page-icons.tsx';
import classes from './carousel.module.css';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const QUICK = 20;

type CarouselProps = { readonly label: string; readonly children: ReactNode };

/**
 * Slides, one of which is in the middle; the first follows the last. It never moves automatically.
 */
export function Carousel({ label, children }: CarouselProps) {
  const { t } = useTranslation('content');
  const slides = Children.toArray(children);
  const isStill = window.matchMedia(REDUCED_MOTION).matches;
  const [viewport, carousel] = useEmblaCarousel({ loop: true, duration: QUICK });
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (carousel === undefined) return undefined;
    const note = () => setShown(carousel.selectedScrollSnap());
    carousel.on('select', note).on('reInit', note);
    return () => void carousel.off('select', note).off('reInit', note);
  }, [carousel]);
  if (slides.length === 0) return null;
  return (
    <section
      className={classes['carousel']}
      aria-roledescription={t('carousel')}
      aria-label={label === '' ? t('carousel') : label}
    >
      <div ref={viewport} className={classes['viewport']}>
        <ul className={classes['slides']}>
          {slides.map((slide, at) => (
            <li key={at} className={classes['slide']} inert={at !== shown}>
              {slide}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes['controls']}>
        <button
          type="button"
          className={clsx(classes['step'], classes['back'])}
          aria-label={t('previousSlide')}
          onClick={() => carousel?.scrollPrev(isStill)}
        >
          <ChevronIcon size={18} />
        </button>
        <div className={classes['dots']}>
          {slides.map((_, at) => (
            <button
              key={at}
              type="button"
              className={classes['dot']}
              aria-label={t('slideOf', { at: at + 1, count: slides.length })}
              aria-current={at === shown}
              onClick={() => carousel?.scrollTo(at, isStill)}
            />
          ))}
        </div>
        <button
          type="button"
          className={clsx(classes['step'], classes['on'])}
          aria-label={t('nextSlide')}
          onClick={() => carousel?.scrollNext(isStill)}
        >
          <ChevronIcon size={18} />
        </button>
      </div>
    </section>
  );
}
