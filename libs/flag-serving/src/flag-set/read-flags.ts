import { flagTexts } from '@burgee/contracts/wire';
import type { Flag } from '@burgee/evaluation';

const [OPENING, CLOSING] = Buffer.from('[]');

/** The flags of a body, each read when it is asked for: to read all at once would take long. @throws SyntaxError */
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
    // Written in another way, as a newer Burgee may do that an edge follows.
    yield* (JSON.parse(body.toString()) as Flag[]).slice(count);
  }
}
