import { describe, expect, it } from '@jest/globals';
import { MessagesOnTheirWay } from './messages-on-their-way.js';

function newMessages() {
  let now = 0;
  let hung = 0;
  const left: (() => void)[] = [];
  const messages = new MessagesOnTheirWay(
    () => void hung++,
    () => now,
  );
  return {
    left,
    send: () => messages.send((hasLeft) => left.push(hasLeft)),
    wait: (ms: number) => (now += ms),
    hung: () => hung,
  };
}

describe('messages to a process', () => {
  it('S76 that do not leave for ten seconds are the last: the process hangs', () => {
    const { left, send, wait, hung } = newMessages();
    for (let n = 0; n < 100; n++) send();
    wait(10_000);
    send();
    expect([left.length, hung()]).toEqual([101, 0]);
    wait(1);
    for (let n = 0; n < 50; n++) send();
    expect([left.length, hung()]).toEqual([101, 50]);
  });

  it('that leave, however slowly, go on', () => {
    const { left, send, wait, hung } = newMessages();
    send();
    for (let n = 0; n < 20; n++) {
      send();
      wait(9_000);
      left[n]?.();
    }
    expect([left.length, hung()]).toEqual([21, 0]);
  });

  it('may be none for as long as nothing happens', () => {
    const { left, send, wait, hung } = newMessages();
    send();
    left[0]?.();
    wait(1_000_000);
    send();
    wait(10_000);
    send();
    expect([left.length, hung()]).toEqual([3, 0]);
  });
});
