import { flagTexts } from '@burgee/contracts/wire';
import type { Flag } from '@burgee/evaluation';

const [OPENING, CLOSING] = Buffer.from('[]');

/** Parses the flags of a body one by one, since parsing all at once would block the event loop. @throws SyntaxError */
export function* readFlags(body: Buffer): Generator<Flag> {
  let count = 0;
  try {
    if (body.at(0) !== OPENING || body.at(-1) !== CLOSING) throw new SyntaxError('this is no list');
    for (const text of flagTexts(body)) {
      yield JSON.parse(text.toString()) as Flag;
      count++;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Another layout, as a newer Burgee may send to an edge that follows it.
    yield* (JSON.parse(body.toString()) as Flag[]).slice(count);
  }
}
