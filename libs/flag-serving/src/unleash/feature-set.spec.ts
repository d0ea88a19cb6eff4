import { describe, expect, it } from '@jest/globals';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { createServingAdmission } from '../source/admission.js';
import { FeatureSet } from './feature-set.js';

const FLAG = {
  flag_id: 'f',
  key: 'ø',
  name: 'Ø',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const rendered = (revision: number, environmentId = 'e') =>
  new RenderedFlagSet({ environmentId, epoch: 'x', revision, body: Buffer.from(JSON.stringify([FLAG])) });

function featuresOf(one: RenderedFlagSet): FeatureSet {
  const steps = FeatureSet.make(one);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('features of a flag set', () => {
  it('are a document with the position and the versions of mapping and evaluation as its tag', () => {
    const { document } = featuresOf(rendered(7));
    expect(document.etag).toBe('W/"x-7-u1-e3"');
    expect(JSON.parse(document.set.body.toString())).toMatchObject({ version: 2, features: [{ name: 'ø' }] });
  });

  it('are the first event of a stream, whole', () => {
    const set = featuresOf(rendered(7));
    const [id, event, data = ''] = set.hydration.plain.toString().split('\n');
    expect([id, event]).toEqual(['id: x-7', 'event: unleash-connected']);
    const { features } = JSON.parse(set.document.set.body.toString());
    expect(JSON.parse(data.slice('data: '.length))).toEqual({
      events: [{ type: 'hydration', eventId: 7, features, segments: [] }],
    });
    expect(set.hydration).toBe(set.hydration);
  });

  it('are made once per version, and kept for the latest of each environment', async () => {
    let made = 0;
    const make = (one: RenderedFlagSet) => {
      made++;
      return FeatureSet.make(one);
    };
    const sets = new DerivedFlagSets(
      1_000_000,
      make,
      createServingAdmission((environmentId) => [environmentId]),
    );
    const [first, second, other] = [rendered(1), rendered(2), rendered(1, 'f')];
    const [one, same] = await Promise.all([sets.of(first), sets.of(first)]);
    expect([same, sets.of(first), made]).toEqual([one, one, 1]);
    for (const another of [second, other]) await sets.of(another);
    expect([sets.of(other), made]).toEqual([await sets.of(other), 3]);
    await sets.of(first);
    expect(made).toBe(4);
  });
});
