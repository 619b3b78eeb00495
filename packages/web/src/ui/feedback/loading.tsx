import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** A loading indicator; appears late, so that quick loads don't flash. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <output className={classes['loading']} data-awaited>
      <Loader size={20} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </output>
  );
}

type SkeletonProps = { readonly width: string; readonly height: string };

/** A placeholder with the size of the content that is loading. */
export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden />;
}
