import { listStaffPasskeys } from '@halyard/contract/backoffice/desk/staff-passkeys';
import { Passkey } from '@halyard/contract/identity/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canUsePasskeys } from '#data/auth/passkeys.ts';
import { staffCall } from '#data/auth/staff.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FieldValue } from '../lists/field-value.tsx';
import { failureText } from '../lists/list-calls.ts';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { TEXTS } from '../texts.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';

const COLUMNS = [TEXTS.passkeyName, TEXTS.added, TEXTS.lastUsed, TEXTS.actions] as const;
const { created_at: createdAt } = Passkey.shape;

/** The member's passkeys, which sign in without a password. */
export function OwnPasskeys({ onChanged }: { readonly onChanged: () => void }) {
  const [open, setOpen] = useState<'add' | Passkey>();
  const { data, error, refetch } = useQuery<Passkey[]>({
    queryKey: ['staff-passkeys'],
    queryFn: async () => {
      const result = await staffCall(listStaffPasskeys, {});
      if (result.kind !== 'data') throw new Error(failureText(result));
      return result.data;
    },
  });
  const passkeys = data ?? [];
  const close = () => setOpen(undefined);
  const finish = () => {
    close();
    void refetch();
    onChanged();
  };
  const dialog = { hasPasskey: passkeys.length > 0, onDone: finish, onClose: close };
  return (
    <Card title={TEXTS.passkeys} flush>
      <div className={parts['inset']}>
        <p className={parts['hint']}>{TEXTS.passkeysHint}</p>
        {error !== null && <Notice tone="down">{error.message}</Notice>}
        {canUsePasskeys() ? (
          <Button variant="default" className={parts['start'] ?? ''} onClick={() => setOpen('add')}>
            {TEXTS.passkeyAdd}
          </Button>
        ) : (
          <p className={parts['hint']}>{TEXTS.passkeysUnsupported}</p>
        )}
      </div>
      {data !== undefined && passkeys.length > 0 && (
        <PasskeyTable passkeys={passkeys} onRemove={setOpen} />
      )}
      {open === 'add' && <AddPasskeyDialog {...dialog} />}
      {typeof open === 'object' && <RemovePasskeyDialog passkey={open} {...dialog} />}
    </Card>
  );
}

type PasskeyTableProps = {
  readonly passkeys: readonly Passkey[];
  readonly onRemove: (passkey: Passkey) => void;
};

function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  return (
    <ScrollTable
      label={TEXTS.passkeys}
      head={COLUMNS.map((text) => (
        <th key={text} scope="col">
          {text}
        </th>
      ))}
    >
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <td>{passkey.name}</td>
            <td>
              <FieldValue name="created_at" schema={createdAt} value={passkey.created_at} />
            </td>
            <td>
              {passkey.last_used_at === null ? (
                TEXTS.neverUsed
              ) : (
                <FieldValue name="last_used_at" schema={createdAt} value={passkey.last_used_at} />
              )}
            </td>
            <td>
              <Button
                size="xs"
                variant="default"
                className={parts['danger'] ?? ''}
                aria-label={`${TEXTS.passkeyRemoveShort}: ${passkey.name}`}
                onClick={() => onRemove(passkey)}
              >
                {TEXTS.passkeyRemoveShort}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
