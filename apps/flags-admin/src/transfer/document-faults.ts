import type { FieldFault } from '@burgee/contracts/wire';

/** The limit of listed faults. A client that uploads the wrong kind of file does not need all of them. */
const NAMED_AT_MOST = 10_000;

type DocumentPart = 'environments' | 'flags';

/** The faults of a document, in document order. */
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

  /** Whether an item has known faults. */
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
