import type { ProcessView } from '@burgee/contracts/http';

/** A figure of a process, such as `streams.open`; undefined if it does not report one of this name. */
export const figureOf = ({ figures }: Pick<ProcessView, 'figures'>, name: string): number | undefined =>
  figures.find((figure) => figure.name === name)?.value;
