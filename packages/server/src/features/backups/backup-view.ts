/** How the work shows itself and is interrupted. */
export type BackupView = {
  readonly signal: AbortSignal;
  progress(text: string): void;
};
