/** The edges in a `Via` header. Clients control its contents, so only well-formed edge names are passed on. */
const edgesIn = (via = ''): string[] => via.match(/1\.1 burgee-edge-[\w-]{1,36}/g) ?? [];
/** No real chain is this long: it is a loop or a forged header. */
const EDGES_AT_MOST = 16;

/** The chain of edges that requests and responses pass through, in `Via` headers, so that edges detect loops. */
export class EdgeChain {
  /** The edges that the upstream's last response passed through. */
  before = '';
  private readonly own: string;
  private readonly listeners: ((before: string) => void)[] = [];

  /** @param id the id of this edge */
  constructor(readonly id: string) {
    this.own = `1.1 burgee-edge-${id}`;
  }

  /** Called when the edges upstream change. */
  onBefore(listener: (before: string) => void): void {
    this.listeners.push(listener);
  }

  /** The `Via` of a request to the upstream. @param before as received */
  ofQuestion(before = ''): string {
    return this.with(before);
  }

  /** The `Via` of responses to edges, even before the first state: this edge, and the edges upstream of it. */
  get ofAnswer(): string {
    return this.with(this.before);
  }

  /** Records the upstream's own chain. @returns whether the upstream follows this edge */
  follows(via = ''): boolean {
    if (via !== this.before) {
      this.before = via;
      for (const listener of this.listeners) listener(via);
    }
    return this.includes(via);
  }

  /** Whether the request has already passed through this edge. */
  includes(via: string | undefined): boolean {
    if (via === undefined) return false;
    const edges = edgesIn(via);
    return edges.length > EDGES_AT_MOST || edges.includes(this.own);
  }

  private with(before: string): string {
    return [...edgesIn(before), this.own].join(', ');
  }
}

/** Whether the request comes from an edge. */
export const isOfEdge = (via: string | undefined): boolean => via !== undefined && via.includes('burgee-edge-');
