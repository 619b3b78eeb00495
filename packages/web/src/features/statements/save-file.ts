// A file that came inside an answer, given to the browser to keep.

export type AnsweredFile = {
  readonly file_name: string;
  readonly media_type: string;
  readonly content_base64: string;
};

/** The browser asks where to, or puts it where its owner has said. */
export function saveFile({
  file_name: name,
  media_type: type,
  content_base64,
}: AnsweredFile): void {
  const bytes = Uint8Array.from(atob(content_base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
