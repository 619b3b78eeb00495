import { Instant } from '@halyard/contract/wire';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { actOn, readPreview, readVersion, type ContentRow, type Subject } from './content-calls.ts';
import { toJson } from './content-form.ts';
import { ContentPreview } from './content-preview.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { withinText } from '../names.ts';
import { ReasonDialog } from '../actions/reason-dialog.tsx';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';

type ContentVersionsProps = {
  readonly subject: Subject;
  readonly row: ContentRow;
  /** The version that the form is based on. */
  readonly base: number;
  /** Whether there are unsaved changes, which would be lost. */
  readonly isDirty: boolean;
  readonly onRestored: () => void;
};

/** All versions with author and time, newest first. */
export function ContentVersions(props: ContentVersionsProps) {
  const { subject, row, base, isDirty, onRestored } = props;
  const [open, setOpen] = useState<number>();
  return (
    <Card title={CONTENT_TEXTS.versions} flush>
      {row.versions.length === 0 && <p className={table['empty']}>{CONTENT_TEXTS.noVersions}</p>}
      {row.versions.length > 0 && <VersionTable row={row} onOpen={setOpen} />}
      {open !== undefined && (
        <VersionDialog
          subject={subject}
          version={open}
          base={base}
          isDirty={isDirty}
          onClose={() => setOpen(undefined)}
          onRestored={() => {
            setOpen(undefined);
            onRestored();
          }}
        />
      )}
    </Card>
  );
}

type VersionTableProps = {
  readonly row: ContentRow;
  readonly onOpen: (version: number) => void;
};

function VersionTable({ row, onOpen }: VersionTableProps) {
  return (
    <ScrollTable
      label={CONTENT_TEXTS.versions}
      head={
        <>
          <th scope="col">{CONTENT_TEXTS.version}</th>
          <th scope="col">{CONTENT_TEXTS.savedAt}</th>
          <th scope="col">{CONTENT_TEXTS.savedBy}</th>
          <th scope="col">{CONTENT_TEXTS.state}</th>
          <th scope="col">{TEXTS.actions}</th>
        </>
      }
    >
      <tbody>
        {row.versions.map(({ version, saved_at: at, saved_by: by, saved_by_name: name }) => (
          <tr key={version}>
            <th scope="row">{version}</th>
            <td>
              <FieldValue name="saved_at" schema={Instant} value={at} />
            </td>
            <td>{name ?? by}</td>
            <td>
              <VersionState row={row} version={version} />
            </td>
            <td>
              <Button
                size="xs"
                variant="default"
                aria-label={`${CONTENT_TEXTS.view} ${withinText(CONTENT_TEXTS.version)} ${version}`}
                onClick={() => onOpen(version)}
              >
                {CONTENT_TEXTS.view}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function VersionState({ row, version }: { readonly row: ContentRow; readonly version: number }) {
  if (version === row.online_version) {
    return <Badge tone="up">{CONTENT_TEXTS.online}</Badge>;
  }
  if (version === row.version) return <Badge tone="warn">{CONTENT_TEXTS.draft}</Badge>;
  return TEXTS.none;
}

type VersionDialogProps = Omit<ContentVersionsProps, 'row'> & {
  readonly version: number;
  readonly onClose: () => void;
};

/** A version as visitors would see it, and as source. */
function VersionDialog(props: VersionDialogProps) {
  const { subject, version, base, isDirty, onClose, onRestored } = props;
  const { roles } = useStaff();
  const [isAsked, setIsAsked] = useState(false);
  const { shape } = subject.resource;
  const { data, error, refetch } = useQuery({
    queryKey: ['content-version', shape.name, subject.id, version],
    queryFn: async () => {
      const said = await readVersion(subject, version);
      return { said, preview: await readPreview(subject, { data: said.data, language: 'en' }) };
    },
  });
  const mayRestore = version !== base && isAllowed(roles, shape.actions['restore']?.roles ?? []);
  return (
    <ModalDialog title={`${CONTENT_TEXTS.version} ${version}`} size="xl" onClose={onClose}>
      <div className={parts['fields']}>
        {data === undefined && <Awaited error={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <ContentPreview
              name={shape.name === 'pages' ? shape.name : (subject.id ?? '')}
              label={`${CONTENT_TEXTS.preview}: ${withinText(CONTENT_TEXTS.version)} ${version}`}
              language="en"
              preview={data.preview}
            />
            <details>
              <summary>{CONTENT_TEXTS.source}</summary>
              <pre className={parts['source']}>{toJson(data.said.data)}</pre>
            </details>
          </>
        )}
        <div className={parts['actions']}>
          <Button variant="default" onClick={onClose}>
            {TEXTS.close}
          </Button>
          {mayRestore && (
            <Button onClick={() => setIsAsked(true)}>{CONTENT_TEXTS.bringBack}</Button>
          )}
        </div>
      </div>
      {isAsked && (
        <ReasonDialog
          title={CONTENT_TEXTS.bringBack}
          text={`${CONTENT_TEXTS.bringingBack}${isDirty ? ` ${CONTENT_TEXTS.losing}` : ''}`}
          send={async (reason) =>
            await actOn(subject, 'restore', { restored: version, version: base, reason })
          }
          onDone={() => {
            showToast(`${CONTENT_TEXTS.version} ${version}: ${CONTENT_TEXTS.broughtBack}`);
            onRestored();
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </ModalDialog>
  );
}
