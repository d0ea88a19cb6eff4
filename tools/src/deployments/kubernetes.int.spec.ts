import { expect, it } from '@jest/globals';
import { tryKubernetes } from '../kubernetes/try-kubernetes.js';

it('installs, tests, upgrades, rolls back and removes the chart with the commands of docs/operate/kubernetes.md', async () => {
  await expect(tryKubernetes(process.cwd())).resolves.toBeUndefined();
});
