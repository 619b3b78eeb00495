import { Button } from '@mui/material';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { staffDownload } from '#data/auth/staff.ts';
import { toSelection } from './data-provider.ts';
import { ReasonDialog } from '../actions/reason-dialog.tsx';
import { saveFile } from '#data/storage/save-file.ts';
import { TEXTS } from '../texts.ts';

/** Downloads the filtered list as a file, with a reason. */
export function ExportButton({ resource }: { readonly resource: Resource }) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useListContext();
  const { name } = resource.shape;
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        {TEXTS.export}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={TEXTS.export}
          text={TEXTS.exporting}
          send={async (reason) => {
            const query = {
              ...toSelection({ filter: list.filterValues as unknown, sort: list.sort }),
              reason,
            };
            return await staffDownload(resource.exportCsv, { query });
          }}
          onDone={(file) => {
            saveFile(`${name}.csv`, file);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
