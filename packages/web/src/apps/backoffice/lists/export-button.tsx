import type { Resource } from '@halyard/contract/backoffice/resource';
import { useState } from 'react';
import { Button } from '#ui/controls.ts';
import { ActionKey } from '../actions/action-key.tsx';
import { ExportDialog } from '../actions/export-dialog.tsx';
import { toSelection } from './list-calls.ts';
import { useList } from './list-state.ts';
import { TEXTS } from '../texts.ts';

/** Downloads the filtered list as a file, with a reason. */
export function ExportButton({ resource }: { readonly resource: Resource }) {
  const [isOpen, setIsOpen] = useState(false);
  const list = useList();
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {TEXTS.export}
        <ActionKey />
      </Button>
      {isOpen && (
        <ExportDialog
          name={resource.shape.name}
          text={TEXTS.exporting}
          routes={resource}
          query={toSelection(list)}
          columns={Object.keys(resource.shape.row)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
