import { Box, Link, Paper, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { reportPath } from '../names.ts';
import { reportsOf } from './office-reports.ts';
import { PageHeading } from '../layout/page-heading.tsx';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

/** The reports that the caller can read, with their descriptions. */
export function ReportsPage() {
  const { roles } = useStaff();
  return (
    <>
      <PageHeading title={TEXTS.reports} />
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
        }}
      >
        {reportsOf(roles).map(({ name, title, show }) => (
          <Paper key={name} sx={{ p: 2 }}>
            <Link component={RouterLink} to={reportPath(name)} sx={{ fontWeight: 650 }}>
              {title}
            </Link>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {show.summary}
            </Typography>
          </Paper>
        ))}
      </Box>
    </>
  );
}
