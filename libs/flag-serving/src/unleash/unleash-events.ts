import { formatPosition } from '@burgee/contracts/wire';
import { delta } from '@burgee/unleash-api';
import { Frame, type StreamEvent, type StreamFormat } from '../channel/stream-events.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FeatureSet } from './feature-set.js';

const frames = new WeakMap<object, Frame>();

function updated({ change }: Pick<StreamEvent, 'change'>): Frame {
  let frame = frames.get(change);
  if (!frame) {
    const data = delta(change.revision, change.change);
    frame = new Frame(`id: ${formatPosition(change)}\nevent: unleash-updated\ndata: ${data}\n\n`);
    frames.set(change, frame);
  }
  return frame;
}

/** Unleash's events: all features at the start, then each change. */
export const unleashEvents = (
  featuresOf: (rendered: RenderedFlagSet) => FeatureSet | Promise<FeatureSet>,
): StreamFormat => ({
  needsFlags: true,
  // A client that resumes gets the missed events; all others get all features.
  first: () => undefined,
  event: (event) => ({ kind: event.kind, frame: updated(event) }),
  snapshot: async (rendered) => (await featuresOf(rendered)).hydration,
});
