/** Of a `Via`, which callers write as they like: its edges, and nothing else that would be passed on. */
const edgesIn = (via = ''): string[] => via.match(/1\.1 burgee-edge-[\w-]{1,36}/g) ?? [];
/** Nobody has so many in a row: it is a loop, or somebody makes them up. */
const EDGES_AT_MOST = 16;

/** The edges that questions and answers come through, as `Via` names them: so edges notice that they follow each other. */
export class EdgeChain {
  /** Those that the last answer of the upstream came through. */
  before = '';
  private readonly own: string;
  private readonly listeners: ((before: string) => void)[] = [];

  /** @param id of this edge */
  constructor(readonly id: string) {
    this.own = `1.1 burgee-edge-${id}`;
  }

  /** Called when the answers of the upstream come through others than before. */
  onBefore(listener: (before: string) => void): void {
    this.listeners.push(listener);
  }

  /** `Via` of what is asked upstream. @param before as it came with the question */
  ofQuestion(before = ''): string {
    return this.with(before);
  }

  /** `Via` of what an edge is answered, also while there is nothing to answer: this edge, and those that it follows. */
  get ofAnswer(): string {
    return this.with(this.before);
  }

  /** Notes what the upstream says of itself. @returns whether it follows this edge */
  follows(via = ''): boolean {
    if (via !== this.before) {
      this.before = via;
      for (const listener of this.listeners) listener(via);
    }
    return this.includes(via);
  }

  /** Whether it has come through this edge before. */
  includes(via: string | undefined): boolean {
    if (via === undefined) return false;
    const edges = edgesIn(via);
    return edges.length > EDGES_AT_MOST || edges.includes(this.own);
  }

  private with(before: string): string {
    return [...edgesIn(before), this.own].join(', ');
  }
}

/** Whether an edge asks. */
export const isOfEdge = (via: string | undefined): boolean => via !== undefined && via.includes('burgee-edge-');
