import { Alert, Box, Typography } from '@mui/material';
import { reconcileProvider } from '@halyard/contract/backoffice/treasury';
import { TEXTS } from '../texts.ts';

/** A reconciled day: the number of matching payments, and each difference as a sentence. */
export function ReconcileReply({ data }: { readonly data: unknown }) {
  const { provider, day, payments, agreeing, unasked, differences } =
    reconcileProvider.reply.parse(data);
  return (
    <Alert severity={differences.length === 0 ? 'success' : 'warning'}>
      <Typography variant="body2" sx={{ fontWeight: 650 }}>
        {`${provider}, ${day} (UTC)`}
      </Typography>
      <Typography variant="body2">
        {`${TEXTS.payments}: ${payments} · ${TEXTS.agreeing}: ${agreeing} · ${TEXTS.unasked}: ${unasked} · ${TEXTS.differing}: ${differences.length}`}
      </Typography>
      {differences.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
