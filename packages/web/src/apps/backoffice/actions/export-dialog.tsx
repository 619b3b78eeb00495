import type { ExportRoutes } from '@halyard/contract/backoffice/export-routes';
import { useState } from 'react';
import { staffDownload } from '#data/auth/staff.ts';
import { saveFile } from '#data/storage/save-file.ts';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const FORMATS = { xlsx: 'Excel (.xlsx)', csv: 'CSV' } as const;
type Format = keyof typeof FORMATS;

type ExportDialogProps = {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly text: string;
  readonly routes: ExportRoutes;
  readonly query: Readonly<Record<string, unknown>>;
  /** The names of the columns, whose labels the file begins with. */
  readonly columns: readonly string[];
  readonly onClose: () => void;
};

/** Downloads a list or a report in the format that is chosen, with a reason. */
export function ExportDialog({ name, text, routes, query, columns, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('xlsx');
  const route = format === 'csv' ? routes.exportCsv : routes.exportWorkbook;
  return (
    <ReasonDialog
      title={TEXTS.export}
      text={text}
      send={async (reason) => {
        const header = JSON.stringify(
          Object.fromEntries(columns.map((one) => [one, labelOf(one)])),
        );
        return await staffDownload(route, { query: { ...query, reason, header } });
      }}
      onDone={(file) => {
        saveFile(`${name}.${format}`, file);
        onClose();
      }}
      onClose={onClose}
    >
      <ChoiceChips
        legend={TEXTS.format}
        name="format"
        values={['xlsx', 'csv']}
        chosen={format}
        write={(value) => FORMATS[value]}
        onChoose={setFormat}
      />
    </ReasonDialog>
  );
}
