import {
  Alert,
  Box,
  Button,
  Chip,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Instant } from '@halyard/contract/wire';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { actOn, readPreview, readVersion, type ContentRow, type Subject } from './content-calls.ts';
import { toJson } from './content-form.ts';
import { ContentPreview } from './content-preview.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { ReasonDialog } from '../actions/reason-dialog.tsx';
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
    <Paper sx={{ overflow: 'hidden' }}>
      <Typography variant="h2" sx={{ p: 2, pb: 1 }}>
        {CONTENT_TEXTS.versions}
      </Typography>
      {row.versions.length === 0 && (
        <Box sx={{ p: 2, pt: 0, color: 'text.secondary' }}>{CONTENT_TEXTS.noVersions}</Box>
      )}
      {row.versions.length > 0 && (
        <Box
          sx={{ overflowX: 'auto' }}
          tabIndex={0}
          component="section"
          aria-label={CONTENT_TEXTS.versions}
        >
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{CONTENT_TEXTS.version}</TableCell>
                <TableCell>{CONTENT_TEXTS.savedAt}</TableCell>
                <TableCell>{CONTENT_TEXTS.savedBy}</TableCell>
                <TableCell>{CONTENT_TEXTS.state}</TableCell>
                <TableCell />
              </TableRow>
            </TableHead>
            <TableBody>
              {row.versions.map(({ version, saved_at: at, saved_by: by, saved_by_name: name }) => (
                <TableRow key={version}>
                  <TableCell component="th" scope="row">
                    {version}
                  </TableCell>
                  <TableCell>
                    <FieldValue name="saved_at" schema={Instant} value={at} />
                  </TableCell>
                  <TableCell>{name ?? by}</TableCell>
                  <TableCell>
                    <VersionState row={row} version={version} />
                  </TableCell>
                  <TableCell align="right">
                    <Button
                      aria-label={`${CONTENT_TEXTS.view} ${CONTENT_TEXTS.version.toLowerCase()} ${version}`}
                      onClick={() => setOpen(version)}
                    >
                      {CONTENT_TEXTS.view}
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
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
    </Paper>
  );
}

function VersionState({ row, version }: { readonly row: ContentRow; readonly version: number }) {
  if (version === row.online_version) return <Chip label={CONTENT_TEXTS.online} />;
  if (version === row.version) return <Chip variant="outlined" label={CONTENT_TEXTS.draft} />;
  return TEXTS.none;
}

type VersionDialogProps = Omit<ContentVersionsProps, 'row'> & {
  readonly version: number;
  readonly onClose: () => void;
};

/** A version as visitors would see it, and as source. */
function VersionDialog(props: VersionDialogProps) {
  const { subject, version, base, isDirty, onClose, onRestored } = props;
  const titleId = useId();
  const { roles } = useStaff();
  const notify = useNotify();
  const [isAsked, setIsAsked] = useState(false);
  const { shape } = subject.resource;
  const { data, error } = useQuery({
    queryKey: ['content-version', shape.name, subject.id, version],
    queryFn: async () => {
      const said = await readVersion(subject, version);
      return { said, preview: await readPreview(subject, { data: said.data, language: 'en' }) };
    },
  });
  const mayRestore = version !== base && isAllowed(roles, shape.actions['restore']?.roles ?? []);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="lg">
      <DialogTitle id={titleId}>{`${CONTENT_TEXTS.version} ${version}`}</DialogTitle>
      <DialogContent>
        {error !== null && <Alert severity="error">{error.message}</Alert>}
        {data === undefined && error === null && <CircularProgress aria-label={TEXTS.loading} />}
        {data !== undefined && (
          <>
            <ContentPreview
              name={shape.name === 'pages' ? shape.name : (subject.id ?? '')}
              language="en"
              preview={data.preview}
            />
            <Box component="details" sx={{ mt: 2 }}>
              <summary>{CONTENT_TEXTS.source}</summary>
              <Box
                component="pre"
                sx={{ fontSize: '0.75rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
              >
                {toJson(data.said.data)}
              </Box>
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{TEXTS.close}</Button>
        {mayRestore && (
          <Button variant="contained" onClick={() => setIsAsked(true)}>
            {CONTENT_TEXTS.bringBack}
          </Button>
        )}
      </DialogActions>
      {isAsked && (
        <ReasonDialog
          title={CONTENT_TEXTS.bringBack}
          text={`${CONTENT_TEXTS.bringingBack}${isDirty ? ` ${CONTENT_TEXTS.losing}` : ''}`}
          send={async (reason) =>
            await actOn(subject, 'restore', { restored: version, version: base, reason })
          }
          onDone={() => {
            notify(`${CONTENT_TEXTS.version} ${version}: ${CONTENT_TEXTS.broughtBack}`, {
              type: 'success',
            });
            onRestored();
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Dialog>
  );
}
