import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { moduleFor } from './build-kubernetes.js';
import { commandsOf, valuesOf } from './page-commands.js';

const PAGE = `
## Begin

\`\`\`sh
docker push a
npm run env # once
helm install a \\
  --set b=c
kubectl port-forward a
\`\`\`

## Next

\`\`\`yaml
a: 1
\`\`\`
`;

describe('the commands of a page', () => {
  it('are the ones to run without containers, each in one line', () => {
    expect(commandsOf(PAGE, 'Begin')).toEqual(['npm run env # once', 'helm install a --set b=c']);
    expect(valuesOf(PAGE, 'Next')).toBe('a: 1\n');
    expect(() => commandsOf(PAGE, 'Next')).toThrow('no commands below “Next”');
    expect(() => valuesOf(PAGE, 'Begin')).toThrow('no values below “Begin”');
  });

  it('are on the page about Kubernetes', () => {
    const page = readFileSync(join(ROOT, 'docs', 'operate', 'kubernetes.md'), 'utf8');
    expect(commandsOf(page, 'From an empty cluster to a live flag').at(-1)).toMatch(/^helm test /);
    expect(commandsOf(page, 'Upgrade, roll back, remove')).toHaveLength(3);
    expect(valuesOf(page, 'With your own engines')).toContain('databaseExternal');
  });
});

it('Kubernetes is built from its module, whose parts have versions of their own', () => {
  const modFile =
    'require (\n\tgo.etcd.io/etcd/server/v3 v3.6.4 // indirect\n\tk8s.io/api v0.0.0\n\tk8s.io/utils v0.0.0-2025\n)\n';
  expect(moduleFor(modFile)).toBe(
    [
      'module burgee.example/kubernetes',
      'go 1.24',
      'require k8s.io/kubernetes v1.34.2',
      'require go.etcd.io/etcd/server/v3 v3.6.4',
      'replace k8s.io/api => k8s.io/api v0.34.2',
      '',
    ].join('\n'),
  );
});
