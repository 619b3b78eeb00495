import { Box, Stack, Tab, Tabs } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { useId } from 'react';
import type { RaRecord } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ActionBar } from '../actions/action-bar.tsx';
import { labelOf } from '../names.ts';
import { PageFields } from '../content/page-fields.tsx';
import type { PageTab } from './tabs-of.ts';
import { RelatedLists } from '../lists/related-lists.tsx';
import { TEXTS } from '../texts.ts';

/** The URL parameter of the current tab, so that reloads and links open the same one. */
const PARAMETER = 'tab';

type PageTabsProps = {
  readonly resource: Resource;
  readonly tabs: readonly PageTab[];
  readonly row: RaRecord;
};

/** One tab at a time; the others are not rendered. */
export function PageTabs({ resource, tabs, row }: PageTabsProps) {
  const id = useId();
  const [asked, setAsked] = useSearchParams();
  const shown = tabs.find(({ name }) => name === asked.get(PARAMETER)) ?? tabs[0];
  if (shown === undefined) return undefined;
  const show = (name: string): void => {
    const next = new URLSearchParams(asked);
    next.set(PARAMETER, name);
    setAsked(next, { replace: true });
  };
  return (
    <div>
      <Tabs
        value={shown.name}
        onChange={(_event, name: string) => show(name)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={TEXTS.parts}
        sx={{
          minHeight: 36,
          borderBottom: 1,
          borderColor: 'divider',
          mb: 2,
          '& .MuiTabs-scrollButtons.Mui-disabled': { display: 'none' },
        }}
      >
        {tabs.map(({ name }) => (
          <Tab
            key={name}
            value={name}
            label={labelOf(name)}
            id={`${id}-tab-${name}`}
            {...(name === shown.name ? { 'aria-controls': `${id}-panel` } : {})}
            sx={{ minHeight: 36, minWidth: 0, py: 0.75, px: 1.5, textTransform: 'none' }}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${shown.name}`}>
        <Stack key={shown.name} spacing={2}>
          <ActionBar
            resource={resource}
            target={{ on: 'one', id: row.id, row }}
            actions={shown.actions}
            part={labelOf(shown.name)}
          />
          <PageFields fields={shown.fields} row={row} />
          <RelatedLists lists={shown.lists} withActions={shown.listsWithActions} />
        </Stack>
      </Box>
    </div>
  );
}
