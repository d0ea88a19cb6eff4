/** The source of flags cannot respond now; `cause` says why. Errors in the request itself have other classes. */
export class SourceUnavailable extends Error {
  constructor(cause?: unknown) {
    super('the source of flags does not answer', { cause });
    this.name = 'SourceUnavailable';
  }
}
