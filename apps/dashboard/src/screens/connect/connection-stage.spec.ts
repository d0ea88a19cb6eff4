import { expect, it } from '@jest/globals';
import { connectionStage } from './connection-stage.js';

const SEEN = '2026-03-01T12:00:00.000Z';
const after = (seconds: number) => Date.parse(SEEN) + seconds * 1_000;

it.each([
  [null, 0, 10, 'waiting'],
  [null, 1, 10, 'now'],
  [SEEN, 0, 10, 'now'],
  [SEEN, 2, 9_000, 'now'],
  [SEEN, 0, 9_000, 'before'],
] as const)('last read %s, %s streams, %s s later: %s', (last_seen_at, streams, seconds, stage) => {
  const connection = { environment_id: 'dev', last_seen_at, streams, complete: true };
  expect(connectionStage(connection, after(seconds))).toBe(stage);
});

it('is waiting for an unknown environment', () => expect(connectionStage(undefined, 0)).toBe('waiting'));
