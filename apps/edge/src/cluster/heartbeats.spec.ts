import { expect, it } from '@jest/globals';
import { Heartbeats } from './heartbeats.js';

function newHeartbeats() {
  let hung = 0;
  const answers: (() => void)[] = [];
  const heartbeats = new Heartbeats(
    () => new Promise<void>((resolve) => answers.push(resolve)),
    () => void hung++,
  );
  const beat = (times: number) => {
    for (let n = 0; n < times; n++) heartbeats.beat();
  };
  return { beat, answers, hung: () => hung };
}

it('S76 finds that a process hangs once it has left ten questions open, and asks no more', () => {
  const { beat, answers, hung } = newHeartbeats();
  beat(10);
  expect([answers.length, hung()]).toEqual([10, 0]);
  beat(2);
  expect([answers.length, hung()]).toEqual([10, 2]);
});

it('takes any answer for life', async () => {
  const { beat, answers, hung } = newHeartbeats();
  for (let round = 0; round < 5; round++) {
    beat(9);
    answers.at(-1)?.();
    await Promise.resolve();
  }
  expect([answers.length, hung()]).toEqual([45, 0]);
});
