import { Loader } from '@mantine/core';
import classes from './loading.module.css';

/** Fills its place while something is on its way; appears late, so that quick loads don't flash. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <output className={classes['loading']} data-awaited>
      <Loader size={20} aria-hidden />
      <span className={classes['label']}>{label}</span>
    </output>
  );
}

type SkeletonProps = { readonly width: string; readonly height: string };

/** Keeps the size of what will stand here. */
export function Skeleton({ width, height }: SkeletonProps) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden />;
}
