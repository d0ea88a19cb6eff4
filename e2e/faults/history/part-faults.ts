import type { FaultProxy, TestEngine, TestService } from '@burgee/testing';
import type { Fault } from './nemesis.js';
import type { Random } from './random.js';

const WIRE_FAULTS = ['blackhole', 'reset', 'refuse', 'latency', 'cut'] as const;
const LATENCY_MILLISECONDS = 80;
const CUT_AFTER_BYTES = 4_000;

/** It dies, or hangs. */
export function onPart(random: Random, name: string, part: TestEngine | TestService): Fault {
  const on = { struck: name, victims: [name] };
  if (random.next() < 0.5)
    return { name: `${name} killed`, ...on, strike: () => part.kill(), heal: () => part.start() };
  return { name: `${name} paused`, ...on, strike: () => part.pause(), heal: () => part.resume() };
}

/** What can happen to a wire. */
export function onLink(random: Random, struck: string, link: FaultProxy): Fault {
  const kind = random.pick(WIRE_FAULTS);
  const strikes = {
    blackhole: () => link.blackhole(),
    reset: () => link.reset(),
    refuse: () => link.refuse(),
    latency: () => link.latency(LATENCY_MILLISECONDS),
    cut: () => link.cutAfter(CUT_AFTER_BYTES),
  };
  return { name: `${struck} ${kind}`, struck, victims: [], strike: strikes[kind], heal: () => link.pass() };
}
