import { useEditorState, type Editor } from '@tiptap/react';
import { RichTextEditor } from '#ui/inputs/rich-text-editor.ts';
import { CONTENT_TEXTS } from './content-texts.ts';
import classes from './rich-text.module.css';

/** The row that is open below the tools. */
export type OpenRow = 'link' | 'picture' | undefined;

type RichTextToolsProps = {
  readonly editor: Editor;
  readonly row: OpenRow;
  readonly isSource: boolean;
  readonly onRow: (row: OpenRow) => void;
  readonly onSource: () => void;
};

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true };

/** The buttons of the editor; those of the source are none but the way back. */
export function RichTextTools({ editor, row, isSource, onRow, onSource }: RichTextToolsProps) {
  return (
    <RichTextEditor.Toolbar role="toolbar" aria-label={CONTENT_TEXTS.formatting}>
      {!isSource && (
        <>
          <FormatTools />
          <RichTextEditor.ControlsGroup>
            <TextTool
              text={CONTENT_TEXTS.link}
              isOn={row === 'link'}
              onPress={() => onRow('link')}
            />
            <TextTool
              text={CONTENT_TEXTS.picture}
              isOn={row === 'picture'}
              onPress={() => onRow('picture')}
            />
          </RichTextEditor.ControlsGroup>
          <TableTools editor={editor} />
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </>
      )}
      <RichTextEditor.ControlsGroup>
        <TextTool text="HTML" label={CONTENT_TEXTS.asHtml} isOn={isSource} onPress={onSource} />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

function FormatTools() {
  return (
    <>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
    </>
  );
}

/** What can be done with a table is only shown within one. */
function TableTools({ editor }: { readonly editor: Editor }) {
  const isWithin = useEditorState({ editor, selector: () => editor.isActive('table') });
  if (!isWithin) {
    return (
      <RichTextEditor.ControlsGroup>
        <TextTool
          text={CONTENT_TEXTS.table}
          onPress={() => editor.chain().focus().insertTable(NEW_TABLE).run()}
        />
      </RichTextEditor.ControlsGroup>
    );
  }
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.TableRowAfter />
      <RichTextEditor.TableRowDelete />
      <RichTextEditor.TableColumnAfter />
      <RichTextEditor.TableColumnDelete />
      <RichTextEditor.TableDelete />
    </RichTextEditor.ControlsGroup>
  );
}

type TextToolProps = {
  readonly text: string;
  /** The name of the button if its text is not a word. */
  readonly label?: string;
  readonly isOn?: boolean;
  readonly onPress: () => void;
};

function TextTool({ text, label = text, isOn = false, onPress }: TextToolProps) {
  return (
    <RichTextEditor.Control
      className={classes['word'] ?? ''}
      aria-label={label}
      title={label}
      active={isOn}
      onClick={onPress}
    >
      {text}
    </RichTextEditor.Control>
  );
}
