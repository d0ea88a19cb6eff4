import type { Flag } from '@burgee/evaluation';
import { toFeature } from './to-feature.js';

const BEGIN = '{"version":2,"features":';
const end = (environment: string): string => `,"segments":[],"query":${JSON.stringify({ environment })}}`;

/**
 * The answer of Unleash's `GET /client/features`, as JSON.
 * @param environment that the flags are of
 */
export function featuresDocument(flags: readonly Flag[], environment: string): string {
  return `${BEGIN}${JSON.stringify(flags.map(toFeature))}${end(environment)}`;
}

/** The list of features in a document, as it is. */
export const featuresIn = (document: Uint8Array, environment: string): Uint8Array =>
  document.subarray(BEGIN.length, document.length - end(environment).length);
