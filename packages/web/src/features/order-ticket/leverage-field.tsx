import { useTranslation } from 'react-i18next';
import classes from './leverage-field.module.css';
import type { Ticket } from './use-ticket.ts';

export function LeverageField({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  if (ticket.leverages.length === 0) return null;
  return (
    <fieldset className={classes['field']}>
      <legend className={classes['legend']}>{t('leverage')}</legend>
      <div className={classes['chips']}>
        {ticket.leverages.map((leverage) => (
          <label key={leverage} className={classes['chip']}>
            <input
              type="radio"
              name="leverage"
              value={leverage}
              className={classes['radio']}
              checked={leverage === ticket.leverage}
              onChange={() => ticket.change({ kind: 'leverage', leverage })}
            />
            {t('times', { leverage })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
