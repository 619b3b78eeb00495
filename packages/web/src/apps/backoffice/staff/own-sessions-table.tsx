import { OpenSession } from '@halyard/contract/identity/sessions';
import { Button } from '#ui/controls.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { FieldValue } from '../lists/field-value.tsx';
import { valueText } from '../names.ts';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { TEXTS } from '../texts.ts';

const { created_at: createdAt, last_used_at: lastUsedAt } = OpenSession.shape;

const COLUMNS = [
  TEXTS.device,
  TEXTS.address,
  TEXTS.place,
  TEXTS.begun,
  TEXTS.lastUsed,
  TEXTS.actions,
] as const;

type OwnSessionsTableProps = {
  readonly sessions: readonly OpenSession[];
  readonly isSending: boolean;
  readonly onRevoke: (id: string) => void;
};

export function OwnSessionsTable({ sessions, isSending, onRevoke }: OwnSessionsTableProps) {
  return (
    <ScrollTable
      label={TEXTS.sessions}
      head={COLUMNS.map((text) => (
        <th key={text} scope="col">
          {text}
        </th>
      ))}
    >
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td>{valueText('device', session.device)}</td>
            <td>{session.ip}</td>
            <td>{session.place === '' ? TEXTS.none : session.place}</td>
            <td>
              <FieldValue name="created_at" schema={createdAt} value={session.created_at} />
            </td>
            <td>
              <FieldValue name="last_used_at" schema={lastUsedAt} value={session.last_used_at} />
            </td>
            <td>
              {session.current ? (
                <Badge tone="up">{TEXTS.thisOne}</Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  className={parts['danger'] ?? ''}
                  disabled={isSending}
                  aria-label={`${TEXTS.revoke}: ${valueText('device', session.device)}`}
                  onClick={() => onRevoke(session.id)}
                >
                  {TEXTS.revoke}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
