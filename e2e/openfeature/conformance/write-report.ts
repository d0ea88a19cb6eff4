import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version as formatVersion } from '@cucumber/messages';
import type { Feature } from '../gherkin.js';
import { DECLARED } from './declared.js';
import { cucumberMessages, type Outcome } from './results.js';

/** A run of the suite with one provider. */
export interface Run {
  /** `openfeature-server` or `openfeature-web`. */
  provider: string;
  /** OpenFeature's SDK. */
  sdk: string;
  features: readonly Feature[];
  outcomes: readonly Outcome[];
  /** The commit of open-feature/spec that the features are from. */
  specRevision: string;
}

const versionOf = (manifest: string): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;

/** @returns the commit of the repository that the folder is in */
export const revisionOf = (folder: string): string =>
  execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();

/** Writes the report of Appendix F into a folder: an envelope, and next to it the result of each step. */
export function writeReport(folder: string, { provider, sdk, features, outcomes, specRevision }: Run): void {
  const results = cucumberMessages(features, outcomes);
  const location = `${provider}.ndjson`;
  const version = versionOf(join('libs', provider, 'package.json'));
  const envelope = {
    schemaVersion: '1',
    provider: { name: 'Burgee', version, language: 'javascript', configuration: `@burgee/${provider}` },
    sdk: { name: sdk, version: versionOf(join('node_modules', sdk, 'package.json')) },
    tck: { implementation: 'burgee/e2e/openfeature/conformance', version, specRevision },
    backend: { description: 'Burgee, behind a proxy that refuses connections in an outage', controlApi: 'http' },
    declaration: { declared: DECLARED },
    results: {
      format: 'cucumber-messages',
      formatVersion,
      location,
      digest: `sha256:${createHash('sha256').update(results).digest('hex')}`,
    },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, location), results);
  writeFileSync(join(folder, `${provider}.json`), `${JSON.stringify(envelope, undefined, 2)}\n`);
}
