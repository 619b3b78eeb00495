import { Stack, Typography } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import { TEXTS } from '../texts.ts';

type PageHeadingProps = {
  readonly title: string;
  /** The actions of the whole page. */
  readonly children?: ReactNode;
};

/** The page's heading, which is also the tab's title. */
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
