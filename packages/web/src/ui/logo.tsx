import { useId } from 'react';
import classes from './logo.module.css';

/** The mark and the operator's name. */
export function Logo({ name }: { readonly name: string }) {
  const clipId = useId();
  return (
    <span className={classes['logo']}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden focusable="false">
        <clipPath id={clipId}>
          <rect x="0.75" y="0.75" width="16.5" height="16.5" rx="3.5" />
        </clipPath>
        <path d="M0 0h19L0 19z" fill="var(--accent)" clipPath={`url(#${clipId})`} />
        <rect
          x="0.75"
          y="0.75"
          width="16.5"
          height="16.5"
          rx="3.5"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.5"
        />
      </svg>
      <span className={classes['name']}>{name}</span>
    </span>
  );
}
