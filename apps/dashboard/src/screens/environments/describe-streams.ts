import type { EnvironmentStreamsView } from '@burgee/contracts/http';
import { texts as all } from './texts.js';

const texts = all.streams;

/** "412 of 415 open streams have revision 812." */
export function describeStreams({ open, up_to_date, revision, complete }: EnvironmentStreamsView): string {
  const doubt = complete ? '' : texts.incomplete;
  if (open === 0) return `${texts.none}${doubt}`;
  const said = up_to_date < open ? texts.some(up_to_date, open, revision) : texts.all(open, revision);
  return `${said}${doubt}`;
}
