import { Stack, Typography } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import { TEXTS } from '../texts.ts';

type PageHeadingProps = {
  readonly title: string;
  /** What can be done on the whole page. */
  readonly children?: ReactNode;
};

/** The one heading of a page, which names the tab, too. */
export function PageHeading({ title, children }: PageHeadingProps) {
  useEffect(() => {
    document.title = `${title} · ${TEXTS.product}`;
  }, [title]);
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 40, mb: 1.5 }}
    >
      <Typography variant="h1" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Stack>
  );
}
