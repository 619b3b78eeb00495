import { reconcileProvider } from '@halyard/contract/backoffice/treasury';
import { Notice } from '#ui/feedback/notice.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';

/** A reconciled day: the number of matching payments, and each difference as a sentence. */
export function ReconcileReply({ data }: { readonly data: unknown }) {
  const { provider, day, payments, agreeing, unasked, differences } =
    reconcileProvider.reply.parse(data);
  return (
    <Notice tone={differences.length === 0 ? 'up' : 'warn'}>
      <p className={parts['strong']}>{`${provider}, ${day} (UTC)`}</p>
      <p>
        {`${TEXTS.payments}: ${payments} · ${TEXTS.agreeing}: ${agreeing} · ${TEXTS.unasked}: ${unasked} · ${TEXTS.differing}: ${differences.length}`}
      </p>
      {differences.length > 0 && (
        <ul className={parts['list']}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
