import type { EnvironmentStreamsView } from '@burgee/contracts/http';

const count = (number: number) => number.toLocaleString('en');

/** "412 of 415 open streams have revision 812." */
export function describeStreams({ open, up_to_date, revision, complete }: EnvironmentStreamsView): string {
  const doubt = complete ? '' : ' Replicas may be missing.';
  if (open === 0)
    return complete
      ? 'No open stream. An app that connects shows here within a second or two.'
      : `No open stream.${doubt}`;
  if (up_to_date < open)
    return `${count(up_to_date)} of ${count(open)} open streams have revision ${count(revision)}.${doubt}`;
  const all = open === 1 ? 'One open stream; it has' : `${count(open)} open streams; all have`;
  return `${all} revision ${count(revision)}, the newest.${doubt}`;
}
