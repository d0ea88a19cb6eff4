import { formatPosition } from '@burgee/contracts/wire';
import { EVALUATION_VERSION } from '@burgee/evaluation';
import { featuresDocument, featureText, hydration } from '@burgee/unleash-api';
import { Frame } from '../channel/stream-events.js';
import { readFlags } from '../flag-set/read-flags.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';

/** Part of the tag: another mapping or meaning of the same flags is another answer. */
const MAPPING = `-u1-e${EVALUATION_VERSION}`;

/** A flag set in the format of Unleash's SDKs: the document of its features, and the first event of a stream. */
export class FeatureSet {
  readonly document: RenderedFlagSet;
  /** As in the document. */
  private readonly features: Buffer;
  private frame: Frame | undefined;

  private constructor({ set }: RenderedFlagSet, features: readonly Buffer[]) {
    const [before, after] = featuresDocument(set.environmentId);
    const body = Buffer.concat([Buffer.from(before), ...features, Buffer.from(after)]);
    this.features = body.subarray(before.length, body.length - after.length);
    this.document = new RenderedFlagSet({ ...set, body }, MAPPING);
  }

  /** One step per flag, since thousands of flags would block the event loop. */
  static *make(rendered: RenderedFlagSet): Generator<undefined, FeatureSet> {
    const features: Buffer[] = [];
    for (const flag of readFlags(rendered.set.body)) {
      features.push(Buffer.from(`${features.length === 0 ? '' : ','}${featureText(flag)}`));
      yield;
    }
    return new FeatureSet(rendered, features);
  }

  get hydration(): Frame {
    const { set } = this.document;
    const [before, after] = hydration(set.revision);
    this.frame ??= new Frame(
      `id: ${formatPosition(set)}\nevent: unleash-connected\ndata: ${before}[`,
      this.features,
      `]${after}\n\n`,
    );
    return this.frame;
  }
}
