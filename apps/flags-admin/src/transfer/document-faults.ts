import type { FieldFault } from '@burgee/contracts/wire';

/** A refusal names no more than this: whoever sends another kind of file has to look at some of it, not at all. */
const NAMED_AT_MOST = 10_000;

type DocumentPart = 'environments' | 'flags';

/** What is wrong with a document, in its order. */
export class DocumentFaults {
  private readonly ofDocument: FieldFault[] = [];
  private readonly ofParts: Record<DocumentPart, FieldFault[][]> = { environments: [], flags: [] };
  private count = 0;

  get isFull(): boolean {
    return this.count >= NAMED_AT_MOST;
  }

  add(...faults: readonly FieldFault[]): void {
    this.ofDocument.push(...this.fitting(faults));
  }

  /** @param faults with pointers into the item */
  addTo(part: DocumentPart, index: number, faults: readonly FieldFault[]): void {
    const own = (this.ofParts[part][index] ??= []);
    for (const { pointer, detail } of this.fitting(faults))
      own.push({ pointer: `/${part}/${index}${pointer}`, detail });
  }

  /** Whether something is wrong with an item, as far as it is known. */
  has(part: DocumentPart, index: number): boolean {
    return (this.ofParts[part][index]?.length ?? 0) > 0;
  }

  all(): FieldFault[] {
    const { environments, flags } = this.ofParts;
    return [...this.ofDocument, ...environments.flat(), ...flags.flat()];
  }

  private fitting(faults: readonly FieldFault[]): readonly FieldFault[] {
    const fitting = faults.slice(0, NAMED_AT_MOST - this.count);
    this.count += fitting.length;
    return fitting;
  }
}
