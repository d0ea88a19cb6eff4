import type { AppliedView } from '@burgee/contracts/http';
import { texts as all } from '../texts.js';

const texts = all.delivery;

/** "412 of 415 clients have it", and what is not known of the others. @param isOver the page has stopped waiting */
export function describeDelivery(view: AppliedView | undefined, isOver: boolean): string {
  if (!view) return texts.counting;
  const { clients, delivered, unknown, estimated, complete, not_waited } = view;
  if (not_waited !== undefined) return texts.notCounted(not_waited);
  const waiting = view.waiting.reduce((sum, { streams, pollers }) => sum + streams + pollers, 0);
  const unconfirmed = Math.max(0, waiting + delivered + unknown - clients);
  const late = waiting - unconfirmed;
  const notes = [
    unconfirmed > 0 && texts.unconfirmed(unconfirmed),
    isOver && late > 0 && texts.late(late),
    unknown > 0 && texts.unknown(unknown),
    !complete && texts.incomplete,
  ];
  return [headOf(), ...notes.filter((note) => note !== false)].join(' ');

  function headOf(): string {
    if (clients === 0) return isOver ? texts.none : texts.counting;
    if (delivered === clients && waiting === 0) return texts.all(clients, estimated);
    return texts.some(delivered, clients, estimated);
  }
}
