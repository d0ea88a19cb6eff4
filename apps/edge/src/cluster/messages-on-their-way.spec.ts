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
  it('S76 stop when none has left for ten seconds, since the process hangs', () => {
    const { left, send, wait, hung } = newMessages();
    for (let n = 0; n < 100; n++) send();
    wait(10_000);
    send();
    expect([left.length, hung()]).toEqual([101, 0]);
    wait(1);
    for (let n = 0; n < 50; n++) send();
    expect([left.length, hung()]).toEqual([101, 50]);
  });

  it('continue while they leave, however slowly', () => {
    const { left, send, wait, hung } = newMessages();
    send();
    for (let n = 0; n < 20; n++) {
      send();
      wait(9_000);
      left[n]?.();
    }
    expect([left.length, hung()]).toEqual([21, 0]);
  });

  it('may be absent while nothing happens', () => {
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
