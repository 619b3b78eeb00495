import { PAGE_ROWS, PAGE_ROWS_MAX } from '@halyard/contract/backoffice/resource';
import { Button } from '#ui/controls.ts';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { useList } from './list-state.ts';
import { withinText } from '../names.ts';
import { TEXTS } from '../texts.ts';
import classes from './lists.module.css';

const SIZES = [PAGE_ROWS / 2, PAGE_ROWS, PAGE_ROWS_MAX / 2, PAGE_ROWS_MAX];

/** The buttons for the previous and next page. Pages are never counted. */
export function ListPager() {
  const { page, perPage, setPage, setPerPage, hasNext, isPending } = useList();
  return (
    <div className={classes['pager']}>
      <output className={classes['page']}>{`${TEXTS.page} ${page}`}</output>
      <ChoiceInput
        label={TEXTS.rows}
        value={String(perPage)}
        choices={SIZES.map((size) => [String(size), `${size} ${withinText(TEXTS.rows)}`] as const)}
        isRequired
        isBare
        onChange={(size) => setPerPage(Number(size))}
      />
      <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
        {TEXTS.previous}
      </Button>
      <Button variant="default" disabled={isPending || !hasNext} onClick={() => setPage(page + 1)}>
        {TEXTS.next}
      </Button>
    </div>
  );
}
