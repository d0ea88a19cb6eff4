import { expect, it } from '@jest/globals';
import { tokenCommands } from './token-command.js';

type Token = Parameters<typeof tokenCommands>[0];

const commands = (verbs: Token['verbs'], given: Partial<Token> = {}) =>
  tokenCommands(
    { token: 'bge_tok_1', verbs, project_id: null, environments: null, ...given },
    'https://flags.example.com',
  );

it('uses a new token for calls that it may make', () => {
  expect(commands(['read'])).toEqual([
    "curl -sS https://flags.example.com/api/projects \\\n  -H 'authorization: Bearer bge_tok_1'",
  ]);
  expect(commands(['read'], { project_id: 'shop' })).toEqual([expect.stringContaining('/api/projects/shop/flags ')]);
  expect(commands(['administer'])).toEqual([expect.stringContaining('/api/administration/accounts ')]);
  expect(commands(['edit'])).toEqual([expect.stringMatching(/ENVIRONMENT_ID .*-d '\{"rollout_percentage":10\}'$/s)]);
  expect(commands(['manage'], { project_id: 'shop' })).toEqual([
    expect.stringMatching(/\/api\/projects\/shop\/flags .*-X POST /s),
  ]);
});

it('shows a call that switches next to one that reads, in the first environment that the token changes', () => {
  const change = /\/toggle .*-X PATCH .*-d '\{"is_enabled":true\}'$/s;
  expect(commands(['switch', 'edit'])).toEqual([expect.stringMatching(change)]);
  const [reads, switches, ...others] = commands(['read', 'switch'], { project_id: 'shop', environments: ['e1', 'e2'] });
  expect(reads).toContain('/api/projects/shop/flags ');
  expect(switches).toContain('/api/flags/FLAG_ID/environments/e1/toggle ');
  expect(switches).toMatch(change);
  expect(others).toEqual([]);
});
