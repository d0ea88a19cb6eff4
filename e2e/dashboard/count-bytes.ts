import type { Page, Request } from 'playwright-core';

interface Answer {
  asked: URL;
  /** Of the body as it is sent, so compressed. */
  bytes: number;
}

/**
 * Keeps a page as nobody has used it. The browser reports a pointer that rests at 0,0 once it has drawn the page, which
 * on a busy machine is after the page waits for its first use, to load the code of notifications.
 */
export const UNUSED = `addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true)`;

/** Counts what a page gets from now on. @returns what it got until it is called, which ends the counting */
export function countBytes(page: Page): () => Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const note = (request: Request) =>
    void answers.push(
      request.sizes().then(({ responseBodySize }) => ({ asked: new URL(request.url()), bytes: responseBodySize })),
    );
  page.on('requestfinished', note);
  return () => {
    page.off('requestfinished', note);
    return Promise.all(answers);
  };
}

export const sumOf = (answers: readonly Answer[]): number => answers.reduce((sum, { bytes }) => sum + bytes, 0);
