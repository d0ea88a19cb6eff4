import { expect, it } from '@jest/globals';
import type { RecordService } from '../record/record.service.js';
import type { ChainExportService } from './chain-export.service.js';
import { ExportController } from './export.controller.js';

const USER = { id: '0199c2ee-4d5e-7f60-8a1b-2c3d4e5f6071', name: 'Ada' };

/** Exports as a viewer. @returns what happened, in order */
async function exported(record: () => Promise<void>, method = 'GET') {
  const done: unknown[] = [];
  const records = {
    recordDurably: async (message: object) => {
      await record();
      done.push(message);
    },
  };
  const exports = { csv: (request: object) => (done.push(request), []) };
  const controller = new ExportController(
    exports as unknown as ChainExportService,
    records as unknown as RecordService,
  );
  const reply = { header: () => reply, send: () => done.push('sent'), raw: { once: () => undefined } };
  const request = {
    method,
    ip: '127.0.0.1',
    reauthorize: async () => undefined,
    user: {} as { membership?: { role: string } },
  };
  const member = { projectId: 'p', role: 'viewer', neededRole: 'viewer' };
  const run = controller.exportProjectAudit.bind(controller) as unknown as (...given: unknown[]) => Promise<void>;
  const failed = await run('p', USER, member, { format: 'csv', action: 'flag_create' }, request, reply).catch(
    (error: Error) => error.message,
  );
  return { done, failed, request };
}

it('an export of the history is recorded, with its filter, before anything is read or sent', async () => {
  const { done } = await exported(async () => undefined);
  expect(done).toEqual([
    expect.objectContaining({
      action: 'history_export',
      project_id: 'p',
      user_id: USER.id,
      user_name: 'Ada',
      new_values: { format: 'csv', filter: { action: 'flag_create' } },
      performed_by: { kind: 'account', id: USER.id },
    }),
    expect.objectContaining({ chainId: 'p', role: expect.any(Function) }),
    'sent',
  ]);
});

it('an export of the history asks for the role of its reader again, since that may change while it is sent', async () => {
  const { done, request } = await exported(async () => undefined);
  const [, { role }] = done as [object, { role: () => string }];
  expect(role()).toBe('viewer');
  request.user = { membership: { role: 'editor' } };
  expect(role()).toBe('editor');
});

it('an export of the history that cannot be recorded sends nothing', async () => {
  const { done, failed } = await exported(() => Promise.reject(new Error('no database')));
  expect([done, failed]).toEqual([[], 'no database']);
});

it('a HEAD request for an export of the history gets nothing, and leaves no entry', async () => {
  const { done } = await exported(() => Promise.reject(new Error('recorded')), 'HEAD');
  expect(done).toEqual([expect.objectContaining({ chainId: 'p' }), 'sent']);
});
