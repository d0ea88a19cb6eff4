export { stopNeeds as default } from './needs.mjs';
