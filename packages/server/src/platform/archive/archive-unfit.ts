/** Thrown when an archive can't be used; the message says why and what to do. */
export class ArchiveUnfit extends Error {
  override readonly name = 'ArchiveUnfit';
}
