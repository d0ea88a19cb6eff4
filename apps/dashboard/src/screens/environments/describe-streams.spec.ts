import { describe, expect, it } from '@jest/globals';
import { describeStreams } from './describe-streams.js';

const streams = (open: number, up_to_date: number, complete = true) =>
  describeStreams({ environment_id: 'e', revision: 1812, open, up_to_date, complete, replicas: [] });

describe('describeStreams', () => {
  it.each([
    [streams(0, 0), /^No open stream\. An app/],
    [streams(0, 0, false), /^No open stream\. Replicas may be missing\.$/],
    [streams(1, 1), /^One open stream; it has revision 1,812/],
    [streams(415, 415), /^415 open streams; all have revision 1,812/],
    [streams(415, 412), /^412 of 415 open streams have revision 1,812\.$/],
    [streams(415, 412, false), /1,812\. Replicas may be missing\.$/],
  ])('%s', (sentence, expected) => expect(sentence).toMatch(expected));
});
