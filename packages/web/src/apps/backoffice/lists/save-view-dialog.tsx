import {
  LIST_VIEW_NAME_LENGTH_MAX,
  LIST_VIEWS_MAX,
} from '@halyard/contract/backoffice/desk/own-lists';
import { PlainLine } from '@halyard/contract/wire';
import { parseInput } from '@halyard/contract/parse-input';
import { useState, type SyntheticEvent } from 'react';
import * as z from 'zod/mini';
import { Button } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { TextInput } from '../actions/text-input.tsx';
import parts from '../parts/parts.module.css';
import { TEXTS } from '../texts.ts';
import { LIST_TEXTS } from './list-texts.ts';

const Form = z.object({ name: PlainLine(LIST_VIEW_NAME_LENGTH_MAX) });

type SaveViewDialogProps = {
  /** The names of the caller's views of this list. */
  readonly taken: readonly string[];
  /** How many views the caller has, of all lists. */
  readonly count: number;
  readonly onSave: (name: string, isShared: boolean) => void;
  readonly onClose: () => void;
};

/** Asks for the name of a view. */
export function SaveViewDialog({ taken, count, onSave, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [error, setError] = useState<string>();
  const isFull = count >= LIST_VIEWS_MAX;
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parsed = parseInput(Form, { name });
    if (!parsed.ok) {
      setError(name.trim() === '' ? TEXTS.required : parsed.errors['name']);
    } else if (taken.includes(parsed.value.name)) {
      setError(LIST_TEXTS.viewNameTaken);
    } else {
      onSave(parsed.value.name, isShared);
      onClose();
    }
  };
  return (
    <ModalDialog title={LIST_TEXTS.saveView} onClose={onClose} size="sm">
      <form className={parts['fields']} noValidate onSubmit={submit}>
        <p>{isFull ? LIST_TEXTS.viewLimit : LIST_TEXTS.saveViewHint}</p>
        <TextInput
          label={LIST_TEXTS.viewName}
          value={name}
          error={error}
          hasFocus
          onChange={setName}
        />
        <Checkbox
          label={LIST_TEXTS.shareView}
          checked={isShared}
          onChange={() => setIsShared(!isShared)}
        />
        <div className={parts['actions']}>
          <Button variant="default" onClick={onClose}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" disabled={isFull}>
            {LIST_TEXTS.saveView}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
