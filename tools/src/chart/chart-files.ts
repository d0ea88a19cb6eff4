import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFiles } from '../deploy/engine-files.js';
import { settingsOf } from './settings-in-values.js';
import { valuesSchema } from './values-schema.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
export const CHART = join('deploy', 'helm', 'burgee');
/** The folders of files that the chart copies, and their folders in the chart. */
const COPIED = { 'deploy/prometheus': 'prometheus', 'deploy/grafana': 'dashboards' };

/** Helm reads nothing outside the chart, so what it brings along is copied. */
function copies(): Record<string, string> {
  const pairs = Object.entries(COPIED).flatMap(([from, to]) => {
    const folder = join(ROOT, from);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(yaml|json)$/.test(name)) : [];
    return names.map((name) => [join(CHART, 'files', to, name), readFileSync(join(folder, name), 'utf8')]);
  });
  return Object.fromEntries(pairs);
}

/** The files of the chart that are made from others, by path. */
export function chartFiles(): Record<string, string> {
  const engines = engineFiles();
  return {
    [join(CHART, 'values.schema.json')]: `${JSON.stringify(valuesSchema(settingsOf), null, 2)}\n`,
    [join(CHART, 'files', 'redis.sh')]: engines['deploy/redis.sh'] ?? '',
    [join(CHART, 'files', 'nats.conf')]: engines['deploy/nats.conf'] ?? '',
    ...copies(),
  };
}
