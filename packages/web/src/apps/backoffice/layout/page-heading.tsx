import { Box, Stack, Typography } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

type PageHeadingProps = {
  readonly title: string;
  /** A line below it. */
  readonly hint?: string;
  /** The actions of the whole page. */
  readonly children?: ReactNode;
};

/** The page's heading, which is also the tab's title. */
export function PageHeading({ title, hint = '', children }: PageHeadingProps) {
  const { operator } = useStaff();
  useEffect(() => {
    document.title = `${title} · ${operator} · ${TEXTS.product}`;
  }, [title, operator]);
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 40, mb: 1.5 }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {hint !== '' && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {hint}
          </Typography>
        )}
      </Box>
      {children}
    </Stack>
  );
}
