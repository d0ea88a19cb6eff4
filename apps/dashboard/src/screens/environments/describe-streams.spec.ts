import { describe, expect, it } from '@jest/globals';
import { describeStreams } from './describe-streams.js';

const streams = (open: number, up_to_date: number, complete = true) =>
  describeStreams({ environment_id: 'e', revision: 1812, open, up_to_date, complete, replicas: [] });

describe('describeStreams', () => {
  it.each([
    [streams(0, 0), /^No connected apps\.$/],
    [streams(0, 0, false), /^No connected apps\. Some servers did not answer/],
    [streams(1, 1), /^1 open stream, on the latest revision, 1,812/],
    [streams(415, 415), /^415 open streams, all on the latest revision, 1,812/],
    [streams(415, 412), /^412 of 415 open streams are on revision 1,812\.$/],
    [streams(415, 412, false), /1,812\. Some servers did not answer/],
  ])('%s', (sentence, expected) => expect(sentence).toMatch(expected));
});
