/** How a backup reports its progress and is interrupted. */
export type BackupView = {
  readonly signal: AbortSignal;
  progress(text: string): void;
};
