/** `@burgee/sdk/usage`: reports which flags an application evaluates, never for whom. */
export { type UsageOptions, withUsage } from './with-usage.js';
