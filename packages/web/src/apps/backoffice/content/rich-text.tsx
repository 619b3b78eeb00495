// An editor for the HTML that the site permits. Its output is cut to the permitted tags here, and
// again by the server.
import { useEditor, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { Input, Textarea } from '#ui/controls.ts';
import { RichTextEditor } from '#ui/inputs/rich-text-editor.ts';
import { toSafeHtml } from '#ui/safe-html.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { RICH_TEXT_EXTENSIONS } from './rich-text-extensions.ts';
import { LinkRow, PictureUpload } from './rich-text-rows.tsx';
import { RichTextTools, type OpenRow } from './rich-text-tools.tsx';
import classes from './rich-text.module.css';

export type RichTextProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (html: string) => void;
};

const SOURCE_ROWS = 8;

export function RichText({ label, value, error, onChange }: RichTextProps) {
  const [isSource, setIsSource] = useState(false);
  const [row, setRow] = useState<OpenRow>();
  const editor = useFormattedText({ label, value, onChange });
  const change = (apply: (editor: Editor) => void): void => {
    apply(editor);
    setRow(undefined);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <RichTextEditor
        editor={editor}
        labels={CONTENT_TEXTS.formats}
        classNames={{
          root: classes['frame'] ?? '',
          control: classes['tool'] ?? '',
          content: classes['text'] ?? '',
        }}
        data-invalid={error !== undefined || undefined}
      >
        <RichTextTools
          editor={editor}
          row={row}
          isSource={isSource}
          onRow={(next) => setRow(row === next ? undefined : next)}
          onSource={() => setIsSource(!isSource)}
        />
        {row === 'link' && !isSource && (
          <LinkRow
            present={String(editor.getAttributes('link')['href'] ?? '')}
            onLink={(href) => change((into) => setLink(into, href))}
          />
        )}
        {row === 'picture' && !isSource && (
          <PictureUpload
            onUploaded={({ path: src, description: alt }) =>
              change((into) => into.chain().focus().setImage({ src, alt }).run())
            }
          />
        )}
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
          <RichTextEditor.Content />
        )}
      </RichTextEditor>
    </Input.Wrapper>
  );
}

/** The editor of the text, which follows `value` unless `value` is what was typed here. */
function useFormattedText({ label, value, onChange }: RichTextProps): Editor {
  const typed = useRef(value);
  const editor = useEditor({
    extensions: RICH_TEXT_EXTENSIONS,
    content: toSafeHtml(value),
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: toSafeHtml,
      // A dropped or pasted file would be shown from its own address; the upload draws it again.
      handleDrop: (...[, , , isMoved]) => !isMoved,
      handlePaste: (_view, { clipboardData }) => (clipboardData?.files.length ?? 0) > 0,
    },
    onUpdate: ({ editor: edited }) => {
      typed.current = edited.isEmpty ? '' : toSafeHtml(edited.getHTML());
      onChange(typed.current);
    },
  });
  useEffect(() => {
    if (typed.current === value) return;
    typed.current = value;
    editor.commands.setContent(toSafeHtml(value), { emitUpdate: false });
  }, [editor, value]);
  return editor;
}

/** Links the selection, the link at the cursor, or the address itself. */
function setLink(editor: Editor, href: string | undefined): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href === undefined) chain.unsetLink().run();
  else if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    chain.run();
  } else chain.setLink({ href }).run();
}
