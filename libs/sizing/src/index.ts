export type { Estate, Plan } from './estate.js';
export { figures } from './figures.js';
export type { Figures } from './figures-of-one.js';
export { planEstate } from './plan-estate.js';
