// An editor for the HTML that the site permits. The browser itself edits, because this needs no
// library; what it produces is cut to the permitted tags here, and again by the server.
import { Button, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { toSafeFragment } from '#ui/safe-html.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { LinkRow, PictureRow } from './rich-text-rows.tsx';
import classes from './rich-text.module.css';

export type RichTextProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (html: string) => void;
};

const COMMANDS = [
  ['bold', 'B', undefined],
  ['italic', 'I', undefined],
  ['formatBlock', 'H2', 'h2'],
  ['formatBlock', 'H3', 'h3'],
  ['formatBlock', '¶', 'p'],
  ['insertUnorderedList', '•', undefined],
  ['insertOrderedList', '1.', undefined],
  ['formatBlock', '❝', 'blockquote'],
] as const;

/** The HTML of an editor that nothing was typed into. */
const EMPTY = new Set(['', '<br>', '<p><br></p>']);
const SOURCE_ROWS = 8;

export function RichText({ label, value, error, onChange }: RichTextProps) {
  const [isSource, setIsSource] = useState(false);
  const [row, setRow] = useState<'link' | 'picture'>();
  const editor = useEditor(value, onChange, isSource);
  const { place, run } = editor;
  const open = (next: 'link' | 'picture'): void => {
    editor.keepSelection();
    setRow(row === next ? undefined : next);
  };
  const insert = (html: string): void => {
    editor.restoreSelection();
    run('insertHTML', html);
    setRow(undefined);
  };
  const link = (href: string | undefined): void => {
    editor.restoreSelection();
    if (href === undefined) run('unlink');
    else run('createLink', href);
    setRow(undefined);
  };
  return (
    <div className={classes['field']}>
      <span className={classes['label']}>{label}</span>
      <div className={classes['frame']} data-invalid={error !== undefined || undefined}>
        <div className={classes['tools']} role="toolbar" aria-label={CONTENT_TEXTS.formatting}>
          {!isSource &&
            COMMANDS.map(([command, sign, argument], at) => (
              <Tool
                key={sign}
                sign={sign}
                label={CONTENT_TEXTS.formats[at] ?? sign}
                onPress={() => run(command, argument)}
              />
            ))}
          {!isSource && (
            <>
              <Tool sign={CONTENT_TEXTS.link} onPress={() => open('link')} />
              <Tool sign={CONTENT_TEXTS.picture} onPress={() => open('picture')} />
            </>
          )}
          <Tool
            sign="HTML"
            label={CONTENT_TEXTS.asHtml}
            isPressed={isSource}
            onPress={() => setIsSource(!isSource)}
          />
        </div>
        {row === 'link' && !isSource && <LinkRow onLink={link} />}
        {row === 'picture' && !isSource && <PictureRow onInsert={insert} />}
        {isSource ? (
          <Textarea
            aria-label={label}
            variant="unstyled"
            value={value}
            rows={SOURCE_ROWS}
            spellCheck={false}
            classNames={{ input: classes['source'] ?? '' }}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <div
            ref={place}
            className={classes['text']}
            contentEditable
            suppressContentEditableWarning
            // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a textarea holds no formatted text
            role="textbox"
            tabIndex={0}
            aria-multiline="true"
            aria-label={label}
            onInput={editor.read}
            onPaste={(event) => {
              event.preventDefault();
              const html = event.clipboardData.getData('text/html');
              if (html === '') run('insertText', event.clipboardData.getData('text/plain'));
              else run('insertHTML', toSafeHtml(html));
            }}
            // A dropped picture would be loaded from another site.
            onDrop={(event) => event.preventDefault()}
          />
        )}
      </div>
      {error !== undefined && <p className={classes['error']}>{error}</p>}
    </div>
  );
}

type ToolProps = {
  readonly sign: string;
  /** The name of the button if its sign is not a word. */
  readonly label?: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
};

function Tool({ sign, label = sign, isPressed, onPress }: ToolProps) {
  return (
    <Button
      size="compact-xs"
      variant={isPressed === true ? 'filled' : 'subtle'}
      color="gray"
      aria-label={label}
      title={label}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {sign}
    </Button>
  );
}

/** The edited text, which follows `value` unless `value` is what was typed here. */
function useEditor(value: string, onChange: (html: string) => void, isSource: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const typed = useRef<string>(undefined);
  const selection = useRef<Range>(undefined);
  useLayoutEffect(() => {
    if (isSource) typed.current = undefined;
    else if (typed.current !== value) place.current?.replaceChildren(toSafeFragment(value));
  }, [value, isSource]);
  const read = (): void => {
    const html = place.current?.innerHTML ?? '';
    const next = EMPTY.has(html) ? '' : html;
    typed.current = next;
    onChange(next);
  };
  const run = (command: string, argument?: string): void => {
    place.current?.focus();
    execute('defaultParagraphSeparator', 'p');
    execute(command, argument);
    read();
  };
  const keepSelection = (): void => {
    const found = window.getSelection();
    const range = found !== null && found.rangeCount > 0 ? found.getRangeAt(0) : undefined;
    const isHere = range !== undefined && place.current?.contains(range.startContainer) === true;
    selection.current = isHere ? range.cloneRange() : undefined;
  };
  const restoreSelection = (): void => {
    place.current?.focus();
    const { current: range } = selection;
    if (range === undefined) return;
    const found = window.getSelection();
    found?.removeAllRanges();
    found?.addRange(range);
  };
  return { place, read, run, keepSelection, restoreSelection };
}

function execute(command: string, argument: string | undefined): void {
  // Deprecated without a successor: nothing else formats a selection in every browser and keeps undo.
  document.execCommand(command, false, argument);
}

function toSafeHtml(html: string): string {
  const holder = document.createElement('div');
  holder.append(toSafeFragment(html));
  return holder.innerHTML;
}
