import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { ManyReply } from '@halyard/contract/backoffice/resource';
import { useId } from 'react';
import { TEXTS } from '../texts.ts';

type ManyReplyDialogProps = {
  readonly title: string;
  readonly reply: unknown;
  readonly onClose: () => void;
};

/** The result of a bulk action: how many succeeded, and which failed and why. */
export function ManyReplyDialog({ title, reply, onClose }: ManyReplyDialogProps) {
  const titleId = useId();
  const { rows } = ManyReply.parse(reply);
  const countOf = (wanted: string): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  const refused = countOf('refused');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{`${title}: ${TEXTS.outcome}`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity={refused > 0 ? 'warning' : 'success'}>
            {`${TEXTS.done}: ${countOf('done')} · ${TEXTS.unchanged}: ${countOf('unchanged')} · ${TEXTS.refused}: ${refused}`}
          </Alert>
          {refused > 0 && (
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>{TEXTS.id}</TableCell>
                  <TableCell>{TEXTS.why}</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {rows
                  .filter(({ outcome }) => outcome === 'refused')
                  .map(({ id, why }) => (
                    <TableRow key={id}>
                      <TableCell component="th" scope="row">
                        {id}
                      </TableCell>
                      <TableCell sx={{ whiteSpace: 'normal' }}>{why}</TableCell>
                    </TableRow>
                  ))}
              </TableBody>
            </Table>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {TEXTS.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
