import { Button, Stack, Typography } from '@mui/material';
import { PAGE_ROWS, PAGE_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import { useListContext } from 'react-admin';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { TEXTS } from '../texts.ts';

const SIZES = [PAGE_ROWS / 2, PAGE_ROWS, PAGE_ROWS_MAX / 2, PAGE_ROWS_MAX];

/** The buttons for the previous and next page. Pages are never counted. */
export function ListPager() {
  const { page, perPage, setPage, setPerPage, hasNextPage, isPending } = useListContext();
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ alignItems: 'center', gap: 1, p: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }} component="output">
        {`${TEXTS.page} ${page}`}
      </Typography>
      <div style={{ width: 110 }}>
        <ChoiceInput
          label={TEXTS.rows}
          value={String(perPage)}
          choices={SIZES.map((size) => [String(size), String(size)] as const)}
          isRequired
          onChange={(size) => setPerPage(Number(size))}
        />
      </div>
      <Button variant="outlined" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        {TEXTS.previous}
      </Button>
      <Button
        variant="outlined"
        disabled={isPending || hasNextPage !== true}
        onClick={() => setPage(page + 1)}
      >
        {TEXTS.next}
      </Button>
    </Stack>
  );
}
