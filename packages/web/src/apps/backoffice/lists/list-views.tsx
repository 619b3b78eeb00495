import type { ListView } from '@halyard/contract/backoffice/desk/own-lists';
import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '#ui/controls.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { showUndoToast } from '../actions/undo-toast.ts';
import { filteredListPath, listPath } from '../names.ts';
import { LIST_TEXTS } from './list-texts.ts';
import { columnSearch, useList } from './list-state.ts';
import { fromFilter, toFilter, useOwnLists, withoutView, withView } from './own-lists.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useShownColumns } from './shown-columns.ts';
import classes from './lists.module.css';

/** The saved views of the list, as links, and what can be done with the one that is open. */
export function ListViews({ shape }: { readonly shape: ResourceShape }) {
  const [isSaving, setIsSaving] = useState(false);
  const navigate = useNavigate();
  const { own, shared, isLoaded, save } = useOwnLists();
  const { view: open } = useList();
  const shown = useShownView(shape);
  const ofOwn = own.views.filter(({ resource }) => resource === shape.name);
  const ofOthers = shared.filter(({ view }) => view.resource === shape.name);
  const current = ofOwn.find(({ name }) => name === open);
  const keep = (view: ListView): void => {
    save((saved) => withView(saved, view));
    showToast(LIST_TEXTS.viewSaved);
    void navigate(viewPath(view));
  };
  return (
    <div className={classes['views']}>
      <nav className={classes['viewLinks']} aria-label={LIST_TEXTS.views}>
        <ViewLink to={listPath(shape.name)} text={LIST_TEXTS.allRecords} isOpen={open === ''} />
        {ofOwn.map((view) => (
          <ViewLink
            key={view.name}
            to={viewPath(view)}
            text={view.name}
            isOpen={view === current}
          />
        ))}
        {ofOthers.map(({ view, staff_id: id, staff_name: by }) => (
          <ViewLink
            key={`${id}/${view.name}`}
            to={viewPath(view)}
            text={view.name}
            by={by}
            isOpen={current === undefined && view.name === open}
          />
        ))}
      </nav>
      {current !== undefined && !isSame(current, { ...shown, name: open }) && (
        <Button
          size="xs"
          variant="default"
          onClick={() => keep({ ...shown, name: open, shared: current.shared })}
        >
          {LIST_TEXTS.updateView}
        </Button>
      )}
      {current !== undefined && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => {
            save((saved) => withoutView(saved, current));
            showUndoToast(LIST_TEXTS.viewDeleted, () => {
              save((saved) => withView(saved, current));
              void navigate(viewPath(current));
            });
            void navigate(viewPath({ ...shown, name: '' }));
          }}
        >
          {LIST_TEXTS.deleteView}
        </Button>
      )}
      <Button size="xs" variant="subtle" disabled={!isLoaded} onClick={() => setIsSaving(true)}>
        {LIST_TEXTS.saveView}
      </Button>
      {isSaving && (
        <SaveViewDialog
          taken={ofOwn.map(({ name }) => name)}
          count={own.views.length}
          onSave={(name, isShared) => keep({ ...shown, name, shared: isShared })}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );
}

type ViewLinkProps = {
  readonly to: string;
  readonly text: string;
  /** Who shares it. */
  readonly by?: string;
  readonly isOpen: boolean;
};

function ViewLink({ to, text, by, isOpen }: ViewLinkProps) {
  return (
    <Link
      className={classes['view'] ?? ''}
      to={to}
      {...(isOpen ? { 'aria-current': 'page' as const } : {})}
      {...(by === undefined ? {} : { title: `${LIST_TEXTS.sharedBy} ${by}` })}
    >
      {text}
      {by !== undefined && <span className={classes['by']}> · {by}</span>}
    </Link>
  );
}

/** What the list shows now, as a view that has no name yet. */
function useShownView(shape: ResourceShape): ListView {
  const { filter, sort } = useList();
  const { shown, pinned } = useShownColumns(shape);
  return {
    name: '',
    resource: shape.name,
    shown: [...shown],
    pinned: pinned.filter((name) => name !== 'id'),
    filters: fromFilter(filter),
    sort: sort.field,
    order: sort.order,
    shared: false,
  };
}

function viewPath(view: ListView): string {
  return filteredListPath(view.resource, toFilter(view), {
    ...(view.name === '' ? {} : { view: view.name }),
    sort: view.sort,
    order: view.order,
    ...columnSearch(view),
  });
}

/** Whether both show the same; the order of filters and columns doesn't matter. */
function isSame(one: ListView, other: ListView): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ filters, shown, pinned, sort, order }: ListView): string {
  const filter = filters.map(({ name, value }) => `${name}=${value}`).toSorted();
  return JSON.stringify([filter, shown.toSorted(), pinned.toSorted(), sort, order]);
}
