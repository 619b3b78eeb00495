import type { Resource } from '@halyard/contract/backoffice/resource';
import { Suspense, useId, useRef, type KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router';
import { ActionBar } from '../actions/action-bar.tsx';
import { useAskedAction } from '../actions/use-asked-action.ts';
import { PageFields } from '../content/page-fields.tsx';
import { TAB_PARTS } from '../content/page-parts.ts';
import type { Row } from '../lists/list-calls.ts';
import { RelatedLists } from '../lists/related-lists.tsx';
import { labelOf } from '../names.ts';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import type { PageTab } from './tabs-of.ts';
import classes from './layout.module.css';

/** The URL parameter of the current tab, so that reloads and links open the same one. */
const PARAMETER = 'tab';
const NONE: readonly string[] = [];
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

type PageTabsProps = {
  readonly resource: Resource;
  readonly tabs: readonly PageTab[];
  readonly row: Row;
};

/** One tab at a time; the others are not rendered. */
export function PageTabs({ resource, tabs, row }: PageTabsProps) {
  const id = useId();
  const [asked, setAsked] = useSearchParams();
  const action = useAskedAction()?.action ?? '';
  const shown =
    tabs.find(({ name }) => name === asked.get(PARAMETER)) ??
    tabs.find(({ actions }) => actions.includes(action)) ??
    tabs[0];
  if (shown === undefined) return undefined;
  const Own = shown.hasPart ? TAB_PARTS[`${resource.shape.name}.${shown.name}`] : undefined;
  const show = (name: string): void => {
    const next = new URLSearchParams(asked);
    next.set(PARAMETER, name);
    setAsked(next, { replace: true });
  };
  return (
    <div>
      <TabRow id={id} tabs={tabs} shown={shown.name} onShow={show} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${shown.name}`}>
        <div key={shown.name} className={parts['stack']}>
          <ActionBar
            resource={resource}
            target={{ on: 'one', id: row.id, row }}
            actions={shown.actions}
            part={labelOf(shown.name, 'tab')}
          />
          {Own !== undefined && (
            <Suspense>
              <Own row={row} />
            </Suspense>
          )}
          <PageFields fields={shown.fields} row={row} rare={resource.shape.folded ?? NONE} />
          <RelatedLists lists={shown.lists} withActions={shown.listsWithActions} />
        </div>
      </div>
    </div>
  );
}

type TabRowProps = {
  readonly id: string;
  readonly tabs: readonly PageTab[];
  readonly shown: string;
  readonly onShow: (name: string) => void;
};

/** The arrow keys go from tab to tab. */
function TabRow({ id, tabs, shown, onShow }: TabRowProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ name }) => name === shown);
    const next = tabs.at((at + step) % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onShow(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={TEXTS.parts} className={classes['tabs']}>
      {tabs.map(({ name }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-tab-${name}`}
          data-tab={name}
          aria-selected={name === shown}
          {...(name === shown ? { 'aria-controls': `${id}-panel` } : {})}
          tabIndex={name === shown ? 0 : -1}
          className={classes['tab']}
          onClick={() => onShow(name)}
          onKeyDown={onKey}
        >
          {labelOf(name, 'tab')}
        </button>
      ))}
    </div>
  );
}
