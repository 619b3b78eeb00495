// What the rich-text editor asks for: the address of a link, and a picture with its description.
import { LINK_PATTERN } from '@halyard/contract/format/permitted-html';
import { useState } from 'react';
import { Button, FileButton, TextInput } from '#ui/controls.ts';
import { failureText } from '../lists/list-calls.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import { uploadPicture } from './prepare-image.ts';
import classes from './rich-text.module.css';

const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

type LinkRowProps = {
  /** The address of the link at the cursor; empty outside of links. */
  readonly present: string;
  readonly onLink: (href: string | undefined) => void;
};

export function LinkRow({ present, onLink }: LinkRowProps) {
  const [href, setHref] = useState(present);
  const [isWrong, setIsWrong] = useState(false);
  const apply = (): void => {
    if (LINK_PATTERN.test(href.trim())) onLink(href.trim());
    else setIsWrong(true);
  };
  return (
    <div className={classes['row']}>
      <TextInput
        size="xs"
        className={classes['wide'] ?? ''}
        aria-label={CONTENT_TEXTS.linkAddress}
        placeholder="https://…"
        value={href}
        error={isWrong ? CONTENT_TEXTS.linkWrong : undefined}
        data-autofocus
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button size="xs" variant="default" onClick={apply}>
        {CONTENT_TEXTS.setLink}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={() => onLink(undefined)}>
        {CONTENT_TEXTS.removeLink}
      </Button>
    </div>
  );
}

type Uploaded = { readonly path: string; readonly description: string };
type PictureUploadProps = { readonly onUploaded: (picture: Uploaded) => void };

/** Asks for a picture and what it shows, and stores it. */
export function PictureUpload({ onUploaded }: PictureUploadProps) {
  const [description, setDescription] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (file: File | null): Promise<void> => {
    if (file === null) return;
    setIsSending(true);
    const answer = await uploadPicture(file);
    setIsSending(false);
    if (answer === undefined) setFailure(CONTENT_TEXTS.pictureUnreadable);
    else if (answer.kind === 'data') {
      onUploaded({ path: answer.data.path, description: description.trim() });
    } else setFailure(failureText(answer));
  };
  return (
    <div className={classes['row']}>
      <TextInput
        size="xs"
        className={classes['wide'] ?? ''}
        aria-label={CONTENT_TEXTS.pictureShows}
        placeholder={CONTENT_TEXTS.pictureShows}
        value={description}
        error={failure}
        onChange={(event) => setDescription(event.target.value)}
      />
      <FileButton accept={PICTURE_TYPES} onChange={(file) => void send(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={isSending}>
            {CONTENT_TEXTS.choosePicture}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
