import { lazyPart } from '../feedback/loading/lazy-part.js';
import { mayDeceive } from './may-deceive.js';

const Hints = lazyPart(async () => (await import('./look-hints.js')).LookHints, null);

interface Props {
  before?: string | undefined;
  after?: string | undefined;
}

/** What readers would not see of a change. Few pages load the code for it. */
export const Look = ({ before, after }: Props) => mayDeceive(before, after) && <Hints before={before} after={after} />;
