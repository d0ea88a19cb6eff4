import { expect, it } from '@jest/globals';
import { scriptOf } from './workflow-job.js';

const WORKFLOW = `
jobs:
  ask: { steps: [{ uses: a/b }] }
  push:
    steps:
      - uses: a/b
      - run: docker login
      - run: |
          docker login
          push --fast
      - run: push again
`;

it('returns the commands of all steps except sign-ins, with parts replaced', () => {
  expect(scriptOf(WORKFLOW, 'push')).toBe('push --fast\npush again');
  expect(scriptOf(WORKFLOW, 'push', { ' --fast': ' --here' })).toBe('push --here\npush again');
});

it('refuses a job without commands, and a part that no command has', () => {
  expect(() => scriptOf(WORKFLOW, 'ask')).toThrow('no commands for ask');
  expect(() => scriptOf(WORKFLOW, 'pull')).toThrow('no commands for pull');
  expect(() => scriptOf(WORKFLOW, 'push', { '--slow': '' })).toThrow('No command of push has “--slow”');
});
