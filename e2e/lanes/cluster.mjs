import { startNeeds } from './needs.mjs';

export default () => startNeeds('template', 'cluster');
