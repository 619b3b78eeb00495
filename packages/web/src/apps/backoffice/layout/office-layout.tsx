import { Box, Button, Drawer, Link, useMediaQuery, type Theme } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx';
import { OfficeHeader } from './office-header.tsx';
import { OfficeNav } from './office-nav.tsx';
import { TEXTS } from '../texts.ts';

const MAIN = 'content';
const DRAWER_WIDTH_PX = 260;

export function OfficeLayout({ children }: { readonly children?: ReactNode }) {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  const [openAt, setOpenAt] = useState<string>();
  const { pathname } = useLocation();
  // Following a link closes the narrow menu.
  const isOpen = !isWide && openAt === pathname;
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <OfficeHeader
        isMenuOpen={isWide ? undefined : isOpen}
        onMenu={() => setOpenAt(isOpen ? undefined : pathname)}
      />
      <Box sx={{ flexGrow: 1, display: 'flex' }}>
        {isWide ? (
          <OfficeNav />
        ) : (
          <Drawer
            open={isOpen}
            onClose={() => setOpenAt(undefined)}
            slotProps={{ paper: { sx: { width: DRAWER_WIDTH_PX, maxWidth: '80vw' } } }}
          >
            <OfficeNav onLeave={() => setOpenAt(undefined)} />
          </Drawer>
        )}
        <Box
          component="main"
          id={MAIN}
          tabIndex={-1}
          sx={{ flexGrow: 1, minWidth: 0, p: { xs: 1.5, md: 2.5 }, outline: 'none' }}
        >
          <ErrorBoundary
            resetKey={pathname}
            fallback={(retry) => (
              <Button variant="outlined" onClick={retry}>
                {`${TEXTS.broken} · ${TEXTS.retry}`}
              </Button>
            )}
          >
            {children}
          </ErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
}

function SkipLink() {
  return (
    <Link
      href={`#${MAIN}`}
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 'tooltip',
        p: 1,
        bgcolor: 'background.paper',
        '&:focus': { left: 8, top: 8 },
      }}
    >
      {TEXTS.skip}
    </Link>
  );
}
