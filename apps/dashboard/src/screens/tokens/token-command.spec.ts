import { expect, it } from '@jest/globals';
import { tokenCommand } from './token-command.js';

const command = (verbs: Parameters<typeof tokenCommand>[0]['verbs'], project_id: string | null = null) =>
  tokenCommand({ token: 'bge_tok_1', verbs, project_id }, 'https://flags.example.com');

it('uses a new token for a call that it may make', () => {
  expect(command(['read', 'switch'])).toBe(
    "curl -sS https://flags.example.com/api/projects \\\n  -H 'authorization: Bearer bge_tok_1'",
  );
  expect(command(['read'], 'shop')).toContain('/api/projects/shop/flags ');
  expect(command(['administer'])).toContain('/api/administration/accounts ');
  expect(command(['switch', 'edit'])).toMatch(/\/toggle .*-X PATCH .*-d '\{"is_enabled":true\}'$/s);
  expect(command(['edit'])).toMatch(/ENVIRONMENT_ID .*-d '\{"rollout_percentage":10\}'$/s);
  expect(command(['manage'], 'shop')).toMatch(/\/api\/projects\/shop\/flags .*-X POST /s);
});
