/** The edges that questions and answers come through, as `Via` names them: so edges notice that they follow each other. */
export class EdgeChain {
  /** Those that the last answer of the upstream came through. */
  private before = '';
  private readonly own: string;

  /** @param id of this edge */
  constructor(id: string) {
    this.own = `1.1 burgee-edge-${id}`;
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
  follows(via: string | undefined): boolean {
    this.before = via ?? '';
    return this.includes(via);
  }

  /** Whether it has come through this edge before. */
  includes(via: string | undefined): boolean {
    return via !== undefined && via.includes(this.own);
  }

  private with(before: string): string {
    return before === '' ? this.own : `${before}, ${this.own}`;
  }
}

/** Whether an edge asks. */
export const isOfEdge = (via: string | undefined): boolean => via !== undefined && via.includes('burgee-edge-');
