/** The source of flags cannot answer now; `cause` says why. What is wrong with the question itself is another error. */
export class SourceUnavailable extends Error {
  constructor(cause?: unknown) {
    super('the source of flags does not answer', { cause });
    this.name = 'SourceUnavailable';
  }
}
