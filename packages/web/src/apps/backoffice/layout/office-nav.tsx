import { Box, ListItemButton } from '@mui/material';
import type { Group } from '@halyard/contract/backoffice/presentation';
import { NavLink } from 'react-router';
import { sectionsOf } from './sections.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

const NAV_WIDTH_PX = 200;
const HEADER_HEIGHT_PX = 49;

const GROUP_TEXTS: Readonly<Record<Group, string>> = {
  clients: 'Clients',
  money: 'Money',
  dealing: 'Dealing',
  messages: 'Messages',
  content: 'Content',
  administration: 'Administration',
};

type OfficeNavProps = {
  /** After a link was followed. */
  readonly onLeave?: () => void;
};

/** The pages that the caller's roles permit, by subject. */
export function OfficeNav({ onLeave }: OfficeNavProps) {
  const { roles } = useStaff();
  return (
    <Box
      component="nav"
      aria-label={TEXTS.sections}
      sx={{
        width: { xs: 'auto', md: NAV_WIDTH_PX },
        flexShrink: 0,
        borderRight: { md: 1 },
        borderColor: { md: 'divider' },
        bgcolor: 'background.paper',
      }}
    >
      <Box
        sx={{
          py: 1,
          position: { md: 'sticky' },
          top: HEADER_HEIGHT_PX,
          maxHeight: { md: `calc(100vh - ${HEADER_HEIGHT_PX}px)` },
          overflowY: 'auto',
        }}
      >
        <Section to="/backoffice" text={TEXTS.home} isExact onLeave={onLeave} />
        {sectionsOf(roles).map(({ group, sections }) => (
          <Box key={group} sx={{ pt: 1.25 }}>
            <Box sx={{ px: 2, pb: 0.25, fontSize: '0.6875rem', color: 'text.secondary' }}>
              {GROUP_TEXTS[group]}
            </Box>
            {sections.map(({ path, text }) => (
              <Section key={path} to={path} text={text} onLeave={onLeave} />
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

type SectionProps = {
  readonly to: string;
  readonly text: string;
  readonly isExact?: boolean;
  readonly onLeave: (() => void) | undefined;
};

function Section({ to, text, isExact = false, onLeave }: SectionProps) {
  return (
    <ListItemButton
      component={NavLink}
      to={to}
      end={isExact}
      {...(onLeave === undefined ? {} : { onClick: onLeave })}
      sx={{
        minHeight: { xs: 40, md: 30 },
        py: 0.25,
        fontSize: '0.8125rem',
        '&.active': {
          fontWeight: 650,
          bgcolor: 'action.selected',
          boxShadow: (theme) => `inset 2px 0 ${theme.palette.primary.main}`,
        },
      }}
    >
      {text}
    </ListItemButton>
  );
}
