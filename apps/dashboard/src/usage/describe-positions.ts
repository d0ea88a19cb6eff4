import type { PositionInstances } from '@burgee/contracts/http';
import { texts as all } from './texts.js';

const texts = all.held;

/** Applications may report any text here. */
function read(position: string) {
  const match = /^([0-9a-z]{1,32})-(\d{1,15})$/.exec(position);
  return match && { epoch: match[1], revision: Number(match[2]) };
}

function describe({ position, instances }: PositionInstances, current: ReturnType<typeof read>): string {
  const held = position === null ? null : read(position);
  if (!held || !current) return texts.unknown(instances);
  if (held.epoch !== current.epoch) return texts.otherEpoch(instances);
  // This page may see a change later than an application.
  const behind = current.revision - held.revision;
  return behind <= 0 ? texts.latest(instances, held.revision) : texts.behind(instances, held.revision, behind);
}

/**
 * Which revisions the instances of an application had when they last reported, against that of the environment.
 * @param current the position of the environment
 */
export function describePositions(positions: readonly PositionInstances[], current: string): string[] {
  if (positions.length === 0) return [texts.none];
  const now = read(current);
  return positions.map((one) => describe(one, now));
}
