import type { Flag } from '@burgee/evaluation';
import { toFeature } from './to-feature.js';

/**
 * The answer of Unleash's `GET /client/features`: what stands before and after all features as JSON.
 * @param environment that the flags are of
 */
export const featuresDocument = (environment: string): [before: string, after: string] => [
  '{"version":2,"features":[',
  `],"segments":[],"query":${JSON.stringify({ environment })}}`,
];

/** A flag as it stands between these. */
export const featureText = (flag: Flag): string => JSON.stringify(toFeature(flag));
