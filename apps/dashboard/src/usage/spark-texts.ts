import { formatNumber } from '../feedback/format.js';

export const evaluations = (count: number) => (count === 1 ? '1 evaluation' : `${formatNumber(count)} evaluations`);

export const inLastDay = (count: number) => `${evaluations(count)} in the last 24 hours`;
