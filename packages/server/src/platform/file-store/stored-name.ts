const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Whether a text can be the name of a file or folder, so that it leads nowhere else. */
export function isStoredName(text: string): boolean {
  return NAME_PATTERN.test(text);
}

/** Throws unless folder and name can be those of a stored file. */
export function assertStoredName(folder: string, name: string): void {
  if (!isStoredName(folder) || !isStoredName(name)) {
    throw new Error('Not the name of a stored file');
  }
}
