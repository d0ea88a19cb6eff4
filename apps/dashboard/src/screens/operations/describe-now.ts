import type { ProcessView } from '@burgee/contracts/http';
import { figureOf } from './figure-of.js';
import { texts as all } from './texts.js';

const texts = all.nowOf;

/** The state of a process in a few words: streams, lag, queue. Empty where it reports none of them. */
export function describeNow(process: Pick<ProcessView, 'figures'>): string[] {
  const figure = (name: string) => figureOf(process, name);
  const said = (name: string, say: (value: number) => string, least = 0): string[] => {
    const value = figure(name);
    return value === undefined || value < least ? [] : [say(Math.round(value))];
  };
  return [
    ...said('streams.open', texts.streams),
    ...said('reads.revision_lag', texts.lag),
    ...said('reads.staleness_seconds', texts.stale, 1),
    ...(figure('outbox.leader') === 1 ? [texts.leader] : []),
    ...said('outbox.audit_unacknowledged', texts.waiting),
    ...said('outbox.audit_oldest_seconds', texts.oldest, 1),
    ...said('record.last_seconds_ago', texts.entry),
  ];
}
