import { Box, Button, Chip, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { OpenSession } from '@halyard/contract/identity/sessions';
import { FieldValue } from '../lists/field-value.tsx';
import { TEXTS } from '../texts.ts';

const { created_at: createdAt, last_used_at: lastUsedAt } = OpenSession.shape;

type OwnSessionsTableProps = {
  readonly sessions: readonly OpenSession[];
  readonly isSending: boolean;
  readonly onRevoke: (id: string) => void;
};

export function OwnSessionsTable({ sessions, isSending, onRevoke }: OwnSessionsTableProps) {
  return (
    <Box sx={{ overflowX: 'auto' }} component="section" aria-label={TEXTS.sessions} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{TEXTS.device}</TableCell>
            <TableCell>{TEXTS.address}</TableCell>
            <TableCell>{TEXTS.place}</TableCell>
            <TableCell>{TEXTS.begun}</TableCell>
            <TableCell>{TEXTS.lastUsed}</TableCell>
            <TableCell>{TEXTS.actions}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sessions.map((session) => (
            <TableRow key={session.id}>
              <TableCell>{session.device}</TableCell>
              <TableCell>{session.ip}</TableCell>
              <TableCell>{session.place === '' ? TEXTS.none : session.place}</TableCell>
              <TableCell>
                <FieldValue name="created_at" schema={createdAt} value={session.created_at} />
              </TableCell>
              <TableCell>
                <FieldValue name="last_used_at" schema={lastUsedAt} value={session.last_used_at} />
              </TableCell>
              <TableCell>
                {session.current ? (
                  <Chip label={TEXTS.thisOne} />
                ) : (
                  <Button
                    color="error"
                    disabled={isSending}
                    aria-label={`${TEXTS.revoke}: ${session.device}`}
                    onClick={() => onRevoke(session.id)}
                  >
                    {TEXTS.revoke}
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
