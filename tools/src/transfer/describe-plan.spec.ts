import { expect, it } from '@jest/globals';
import { describeFaults, describePlan } from './describe-plan.js';

it('says what an import changes, and how much it leaves', () => {
  const plan = {
    dry_run: true,
    environments: [{ slug: 'eu', action: 'create' as const, fields: ['name'], loosens: [] }],
    flags: [{ key: 'a', action: 'change' as const, fields: ['tags'], environments: ['eu', 'us'] }],
    reordered: true,
    left_environments: { alike: 1, not_named: 2 },
    left_flags: { alike: 3, not_named: 0 },
    tag: 't',
  };
  expect(describePlan(plan)).toBe(
    '  create environment eu\n  change flag a: tags, value in eu, value in us\n  reorder environments\n' +
      '  left as they are: 3 environments, 3 flags\n',
  );
});

it('says where a document is wrong', () => {
  expect(describeFaults([{ pointer: '/flags/3/type', detail: 'is missing' }])).toBe('  /flags/3/type is missing\n');
});
