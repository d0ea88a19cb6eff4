import { formatPosition } from '@burgee/contracts/wire';
import type { Flag } from '@burgee/evaluation';
import { featuresDocument, featuresIn, hydration } from '@burgee/unleash-api';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { Frame } from '../stream/frame.js';

/** Part of the tag: the same flags said in another way are another answer. */
const MAPPING = '-u1';

/** A flag set as Unleash's SDKs read it: the document of its features, and the event that tells a stream all of them. */
export class FeatureSet {
  readonly document: RenderedFlagSet;
  private frame: Frame | undefined;

  constructor({ set }: RenderedFlagSet) {
    const flags = JSON.parse(set.body.toString()) as Flag[];
    const body = Buffer.from(featuresDocument(flags, set.environmentId));
    this.document = new RenderedFlagSet({ ...set, body }, MAPPING);
  }

  get hydration(): Frame {
    const { set } = this.document;
    const [before, after] = hydration(set.revision);
    this.frame ??= new Frame(
      `id: ${formatPosition(set)}\nevent: unleash-connected\ndata: ${before}`,
      Buffer.from(featuresIn(set.body, set.environmentId)),
      `${after}\n\n`,
    );
    return this.frame;
  }
}
