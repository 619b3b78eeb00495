import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronIcon } from '#ui/page-icons.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import classes from './level-fields.module.css';
import type { Ticket } from './use-ticket.ts';

const LevelFieldList = lazyPart(
  async () => (await import('./level-field-list.tsx')).LevelFieldList,
);

/** The fields of stop, target and trailing stop, collapsed until needed. */
export function LevelFields({ ticket }: { readonly ticket: Ticket }) {
  const { form } = ticket;
  const { t } = useTranslation('trading');
  const id = useId();
  const [isOpen, setOpen] = useState(
    [form.stopText, form.targetText, form.trailText].some((text) => text !== ''),
  );
  return (
    <div>
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('levels')}
        <ChevronIcon />
      </button>
      <div id={id} className={classes['fields']} hidden={!isOpen}>
        <Suspense>{isOpen && <LevelFieldList ticket={ticket} />}</Suspense>
      </div>
    </div>
  );
}
