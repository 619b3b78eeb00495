import { getMaintenance } from '@halyard/contract/backoffice/trading-pause';
import { Notice } from '#ui/feedback/notice.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { FactList } from '../lists/field-value.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';

/** Whether trading is paused, and if so by whom, why and since when. */
export function MaintenanceState({ data }: { readonly data: unknown }) {
  const { maintenance } = getMaintenance.reply.parse(data);
  if (maintenance === null) return <Notice tone="up">{TEXTS.notPaused}</Notice>;
  const kind = kindOf('', getMaintenance.reply.shape.maintenance);
  return (
    <div className={parts['stack']}>
      <Notice tone="warn">{TEXTS.paused}</Notice>
      <FactList shape={kind.kind === 'facts' ? kind.shape : {}} facts={maintenance} />
    </div>
  );
}
