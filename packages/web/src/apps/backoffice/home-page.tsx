import { Box, Link, Paper, Typography } from '@mui/material';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { Link as RouterLink } from 'react-router';
import { labelOf, listPath } from './names.ts';
import { PageHeading } from './layout/page-heading.tsx';
import { Queues } from './reports/queues.tsx';
import { useStaff } from './staff/staff-context.ts';
import { TEXTS } from './texts.ts';

/** The start page: pending work, and the caller's resources. */
export function HomePage() {
  const { roles, name } = useStaff();
  const readable = RESOURCES.filter(({ shape }) => isAllowed(roles, shape.read));
  return (
    <>
      <PageHeading title={TEXTS.homeTitle} />
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {`${name} · ${roles.map(labelOf).join(', ')}`}
      </Typography>
      <Queues />
      {readable.length === 0 ? (
        <Typography>{TEXTS.noRoles}</Typography>
      ) : (
        <Box
          component="nav"
          aria-label={TEXTS.homeIntro}
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 44%), 1fr))',
          }}
        >
          {readable.map(({ shape }) => (
            <Paper key={shape.name} sx={{ p: 2 }}>
              <Link component={RouterLink} to={listPath(shape.name)} sx={{ fontWeight: 650 }}>
                {shape.title}
              </Link>
            </Paper>
          ))}
        </Box>
      )}
    </>
  );
}
