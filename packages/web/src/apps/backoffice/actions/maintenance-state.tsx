import { Alert } from '@mui/material';
import { getMaintenance } from '@halyard/contract/backoffice/maintenance';
import { kindOf } from '../lists/field-kind.ts';
import { FactList } from '../lists/field-value.tsx';
import { TEXTS } from '../texts.ts';

/** Whether trading is paused, and if so by whom, why and since when. */
export function MaintenanceState({ data }: { readonly data: unknown }) {
  const { maintenance } = getMaintenance.reply.parse(data);
  if (maintenance === null) return <Alert severity="success">{TEXTS.notPaused}</Alert>;
  const kind = kindOf('', getMaintenance.reply.shape.maintenance);
  return (
    <Alert severity="warning">
      {TEXTS.paused}
      <FactList shape={kind.kind === 'facts' ? kind.shape : {}} facts={maintenance} />
    </Alert>
  );
}
