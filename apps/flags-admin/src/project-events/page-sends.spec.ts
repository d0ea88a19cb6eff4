import { auditMessage, flagDeleted, type OutboxMessage } from '@burgee/outbox/message';
import { describe, expect, it } from '@jest/globals';
import { toProjectChanges } from './page-sends.js';

const stored = { epoch: 'e', revision: null, occurred_at: new Date(0) };
const note = { action: 'flag_delete' as const, project_id: 'p', old_values: { key: 'secret-plan' }, new_values: null };

describe('changes for open pages', () => {
  it('are the changes of the audit entries, without values', () => {
    const messages = [
      { ...flagDeleted('env', { id: 'f', key: 'k' }), ...stored, revision: 3 },
      { ...auditMessage(note, { id: 'u', name: 'Ada' }, 'request-1'), ...stored },
    ] as OutboxMessage[];
    expect(toProjectChanges(messages)).toEqual([
      {
        action: 'flag_delete',
        project_id: 'p',
        flag_id: null,
        flag_key: null,
        environment_id: null,
        environment_name: null,
        user_id: 'u',
        user_name: 'Ada',
        request_id: 'request-1',
        at: '1970-01-01T00:00:00.000Z',
      },
    ]);
  });
});
