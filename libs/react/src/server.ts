/** `@burgee/react/server`: what a server component needs. Imports nothing of React. */
export { type Bootstrap, bootstrapOf } from './bootstrap.js';
