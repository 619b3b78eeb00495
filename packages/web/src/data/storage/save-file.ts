import { MINUTE_MS } from '@halyard/core/time';

/** How long a file's address stays valid: long enough for the browser to start the download. */
const KEPT_MS = MINUTE_MS;

/** Starts a download of a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Converts base64 to a blob. */
export function toBlob(base64: string, type = ''): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type });
}
