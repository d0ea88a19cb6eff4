import type { Flag } from '@burgee/evaluation';
import { toFeature } from './to-feature.js';

/**
 * The answer of Unleash's `GET /client/features`: the JSON before and after the features.
 * @param environment the environment of the flags
 */
export const featuresDocument = (environment: string): [before: string, after: string] => [
  '{"version":2,"features":[',
  `],"segments":[],"query":${JSON.stringify({ environment })}}`,
];

/** A flag as it appears between them. */
export const featureText = (flag: Flag): string => JSON.stringify(toFeature(flag));
