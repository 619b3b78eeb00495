import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';

export { RichTextEditor } from '@mantine/tiptap';
