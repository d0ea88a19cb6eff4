import { lazyPart } from '../feedback/lazy-part.js';

const Hints = lazyPart(async () => (await import('./look-hints.js')).LookHints, null);
/** A mark, a letter beyond ASCII, or a run of blanks. */
const MAY_DECEIVE = /[^ -~]| {2}/;

interface Props {
  before?: string | undefined;
  after?: string | undefined;
}

/** What readers would not see of a change. Most have no such thing, so few pages load the code for it. */
export const Look = ({ before, after }: Props) =>
  [before, after].some((text) => text !== undefined && MAY_DECEIVE.test(text)) && (
    <Hints before={before} after={after} />
  );
