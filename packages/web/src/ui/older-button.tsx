import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';
import classes from './older-button.module.css';

type OlderButtonProps = {
  readonly pages: {
    readonly hasOlder: boolean;
    readonly isLoading: boolean;
    readonly isFailed: boolean;
    loadOlder(): void;
  };
  /** Said when older rows could not be had. */
  readonly failed: string;
  readonly children: ReactNode;
};

/** Below a list that goes on: asks for the rows that come next. */
export function OlderButton({ pages, failed, children }: OlderButtonProps) {
  if (!pages.hasOlder) return null;
  return (
    <div className={classes['older']}>
      {pages.isFailed && <Notice tone="down">{failed}</Notice>}
      <Button variant="default" size="sm" loading={pages.isLoading} onClick={pages.loadOlder}>
        {children}
      </Button>
    </div>
  );
}
