import type { FlagType } from '@burgee/contracts/wire';
import { fieldText, labelOf } from '../../../toggle/describe-value.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { texts } from '../texts.js';
import { valueLines } from './value-lines.js';

interface Cell {
  text: string;
  /** Whether the cell differs from a value that more than half share. */
  isOdd: boolean;
}

export interface DifferingField {
  label: string;
  /** In the order of the values. */
  cells: Cell[];
}

/** The text that more than half share. */
const common = (cells: readonly string[]): string | undefined =>
  cells.find((text) => cells.filter((one) => one === text).length > cells.length / 2);

const servedLine = ({ served = true }: ValueState) => ({ label: labelOf('served'), text: fieldText('served', served) });

/** The lines that differ between these values. */
export function differingFields(values: readonly ValueState[], type: FlagType): DifferingField[] {
  const [first = [], ...others] = values.map((value) => [servedLine(value), ...valueLines(value, type)]);
  return first.flatMap(({ label, text: own }, line) => {
    const cells = [own, ...others.map((lines) => lines[line]?.text)].map((text) => text ?? texts.lines.none);
    if (new Set(cells).size < 2) return [];
    const usual = common(cells);
    return [{ label, cells: cells.map((text) => ({ text, isOdd: usual !== undefined && text !== usual })) }];
  });
}
