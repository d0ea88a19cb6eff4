import { treeOf } from '@burgee/launcher';
import { readProcessMetrics } from '../soak/process-metrics.js';

/** Milliseconds of processor time of these processes and all their descendants, including ended ones. */
export const processorTime = (pids: readonly number[]): number =>
  pids
    .flatMap(treeOf)
    .map(readProcessMetrics)
    .reduce((sum, { cpu, endedChildrenCpu }) => sum + cpu + endedChildrenCpu, 0);
