// A card whose title line is a row of tabs; the content of one tab is shown.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import classes from './tab-panel.module.css';

export type PanelTab<Id extends string> = {
  readonly id: Id;
  readonly name: string;
  /** The count beside the name. */
  readonly count?: number | undefined;
  /** The content at the right end of the title line while the tab is shown. */
  readonly aside?: ReactNode;
  /** Renders the tab's content; called only while the tab is shown. */
  readonly show: () => ReactNode;
};

type TabPanelProps<Id extends string> = {
  /** The label of the tab list, only for screen readers. */
  readonly label: string;
  readonly tabs: readonly PanelTab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function TabPanel<Id extends string>(props: TabPanelProps<Id>) {
  const { label, tabs, chosen, onChoose } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find((tab) => tab.id === chosen);
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = tabs.at((at + step) % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <section className={classes['card']} aria-label={label}>
      <header className={classes['head']}>
        <div ref={list} role="tablist" aria-label={label} className={classes['tabs']}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === chosen ? 0 : -1}
              className={classes['tab']}
              onClick={() => onChoose(tab.id)}
              onKeyDown={onKey}
            >
              {tab.name}
              {tab.count !== undefined && tab.count > 0 && (
                <span className={classes['count']}>{tab.count}</span>
              )}
            </button>
          ))}
        </div>
        {shown?.aside !== undefined && <div className={classes['aside']}>{shown.aside}</div>}
      </header>
      {shown !== undefined && (
        <div
          key={shown.id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-label={shown.name}
          tabIndex={-1}
          className={classes['panel']}
        >
          {shown.show()}
        </div>
      )}
    </section>
  );
}
