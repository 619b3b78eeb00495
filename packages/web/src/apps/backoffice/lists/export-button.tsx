import { Button } from '@mantine/core';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { staffDownload } from '#data/auth/staff.ts';
import { saveFile } from '#data/storage/save-file.ts';
import { ReasonDialog } from '../actions/reason-dialog.tsx';
import { toSelection } from './list-calls.ts';
import { useList } from './list-state.ts';
import { TEXTS } from '../texts.ts';

/** Downloads the filtered list as a file, with a reason. */
export function ExportButton({ resource }: { readonly resource: Resource }) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useList();
  const { name } = resource.shape;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {TEXTS.export}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={TEXTS.export}
          text={TEXTS.exporting}
          send={async (reason) =>
            await staffDownload(resource.exportCsv, { query: { ...toSelection(list), reason } })
          }
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
