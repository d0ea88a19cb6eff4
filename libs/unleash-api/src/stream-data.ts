import type { Flag } from '@burgee/evaluation';
import { toFeature } from './to-feature.js';

type Change = { kind: 'flag_updated'; data: Flag } | { kind: 'flag_deleted'; data: { key: string } };

/** The data of `unleash-connected`: the JSON before and after the features. */
export const hydration = (eventId: number): [before: string, after: string] => [
  `{"events":[{"type":"hydration","eventId":${eventId},"features":`,
  ',"segments":[]}]}',
];

/** The data of `unleash-updated`: one change. */
export function delta(eventId: number, { kind, data }: Change): string {
  const event =
    kind === 'flag_updated'
      ? { type: 'feature-updated', eventId, feature: toFeature(data) }
      : { type: 'feature-removed', eventId, featureName: data.key, project: 'default' };
  return JSON.stringify({ events: [event] });
}
