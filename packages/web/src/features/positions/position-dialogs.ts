// The dialogs about positions, in one file that is loaded after the tables.
export { CloseAllDialog } from './close-all-dialog.tsx';
export { CloseDialog } from './close-dialog.tsx';
export { LevelEditor, MovedLevelEditor } from './level-editor.tsx';
export { PositionDetails } from './position-details.tsx';
