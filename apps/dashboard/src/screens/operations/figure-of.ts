import type { ProcessView } from '@burgee/contracts/http';

/** A number that a process reports, such as `streams.open`; undefined where it reports none of this name. */
export const figureOf = ({ figures }: Pick<ProcessView, 'figures'>, name: string): number | undefined =>
  figures.find((figure) => figure.name === name)?.value;
