import { featuresDocument } from '@burgee/unleash-api';
import type { Contents } from './evidence.js';
import { digestOf, type LoadedEnvironment } from './history-fixture.js';
import type { StreamSubscriber } from './stream-subscriber.js';
import { UNLEASH_STREAM } from './stream-ways.js';

interface Feature {
  name: string;
}
type Told =
  | { type: 'hydration'; features: Feature[] }
  | { type: 'feature-updated'; feature: Feature }
  | { type: 'feature-removed'; featureName: string };

function take(copy: Map<string, Feature>, told: Told): void {
  if (told.type === 'feature-removed') copy.delete(told.featureName);
  else if (told.type === 'feature-updated') copy.set(told.feature.name, told.feature);
  else {
    copy.clear();
    for (const feature of told.features) copy.set(feature.name, feature);
  }
}

/**
 * After each event, a client of Unleash's stream has the same features as a read at that revision.
 * @returns a line for the first mismatch of each client
 */
export function checkCopies(
  { environment }: LoadedEnvironment,
  subscribers: readonly StreamSubscriber[],
  { features }: Contents,
): string[] {
  const [before, after] = featuresDocument(environment.id);
  const read = (copy: Map<string, Feature>) => {
    const inOrder = [...copy.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return digestOf(before + inOrder.map((feature) => JSON.stringify(feature)).join() + after);
  };
  return subscribers
    .filter(({ way }) => way === UNLEASH_STREAM)
    .flatMap((subscriber) => {
      const copy = new Map<string, Feature>();
      const wrong = subscriber.received().find(({ data }) => {
        for (const told of data.events as Told[]) take(copy, told);
        return read(copy) !== features.get(subscriber.way.revisionIn(data));
      });
      return wrong ? [`${subscriber.name}: after ${wrong.id} it has other features than are read`] : [];
    });
}
