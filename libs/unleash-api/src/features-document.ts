import type { Flag } from '@burgee/evaluation';
import { toFeature } from './to-feature.js';

/**
 * The answer of Unleash's `GET /client/features`, as JSON.
 * @param environment that the flags are of
 */
export function featuresDocument(flags: readonly Flag[], environment: string): string {
  return JSON.stringify({ version: 2, features: flags.map(toFeature), segments: [], query: { environment } });
}
