import type { RenderedFlagSet } from './rendered-flag-set.js';

/** The body itself, as text and as bytes, what is compressed from it, and the event of the stream. */
const COPIES = 4;

const weightOf = ({ identity }: RenderedFlagSet) => COPIES * identity.length + 1_000;

interface Place {
  rendered: RenderedFlagSet;
  used: boolean;
}

/**
 * The newest body of each environment, up to a number of bytes. Beyond that, those leave that nobody has asked for lately
 * (second chance) and that `mayLeave`: what is nowhere else stays, whatever it takes.
 */
export class BodyMemory {
  private readonly places = new Map<string, Place>();
  private bytes = 0;

  constructor(
    private readonly atMostBytes: number,
    private readonly mayLeave: (rendered: RenderedFlagSet) => boolean,
  ) {}

  get size(): number {
    return this.bytes;
  }

  get(environmentId: string): RenderedFlagSet | undefined {
    const place = this.places.get(environmentId);
    if (!place) return undefined;
    place.used = true;
    return place.rendered;
  }

  put(rendered: RenderedFlagSet): void {
    const { environmentId } = rendered.set;
    this.delete(environmentId);
    this.places.set(environmentId, { rendered, used: true });
    this.bytes += weightOf(rendered);
    for (let turns = 2 * this.places.size; this.bytes > this.atMostBytes && turns > 0; turns--) this.tryOldest();
  }

  delete(environmentId: string): void {
    const place = this.places.get(environmentId);
    if (!place) return;
    this.places.delete(environmentId);
    this.bytes -= weightOf(place.rendered);
  }

  private tryOldest(): void {
    const [oldest] = this.places;
    if (!oldest) return;
    const [environmentId, place] = oldest;
    if (!place.used && this.mayLeave(place.rendered)) {
      this.delete(environmentId);
      return;
    }
    place.used = false;
    this.places.delete(environmentId);
    this.places.set(environmentId, place);
  }
}
