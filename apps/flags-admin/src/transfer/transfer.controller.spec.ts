import { setImmediate as nextTick } from 'node:timers/promises';
import { requestContext } from '@burgee/process-kit';
import type { AuthenticatedRequest } from '@burgee/session';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import type { ExportProjectService } from './export-project.service.js';
import type { ImportProjectService } from './import-project.service.js';
import { TransferController } from './transfer.controller.js';

const USER = { id: 'ada', membership: { projectId: 'p', role: 'admin', neededRole: 'admin' } } as const;

afterEach(() => {
  jest.restoreAllMocks();
});

/** A controller whose imports end on request. */
function heldImports() {
  const ends: (() => void)[] = [];
  const importing = {
    import: async () => {
      await new Promise<void>((end) => ends.push(end));
      return { view: {}, position: undefined };
    },
  };
  const controller = new TransferController({} as ExportProjectService, importing as unknown as ImportProjectService);
  const post = (reauthorize = async () => undefined as void) => {
    const context = { requestId: 'r', traceparent: null, arrivedAt: performance.now(), isAnswered: () => false };
    const request = { body: undefined, reauthorize } as unknown as AuthenticatedRequest;
    return requestContext.run(context, () =>
      controller.importProject('p', USER as never, USER.membership, {}, request, {} as FastifyReply),
    );
  };
  return { ends, post };
}

it('S130 holds one import at a time in memory, and authorizes a queued request again', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { ends, post } = heldImports();
  const lookUp = jest.fn(async () => undefined);
  const first = post();
  const second = post(lookUp);
  const third = post(() => Promise.reject(new Error('signed out'))).catch((error: Error) => error.message);
  await nextTick();
  expect(ends).toHaveLength(1);
  now.mockReturnValue(8_000);
  ends[0]?.();
  await first;
  await nextTick();
  expect([ends.length, lookUp.mock.calls.length]).toEqual([2, 1]);
  ends[1]?.();
  await second;
  expect(await third).toBe('signed out');
});

it('a HEAD request for an export of a project gets nothing, and leaves no entry', async () => {
  const exported = jest.fn(async (..._given: unknown[]) => ({ slug: 'shop', document: '{}' }));
  const exporting = { export: exported } as unknown as ExportProjectService;
  const controller = new TransferController(exporting, {} as ImportProjectService);
  const sent: unknown[] = [];
  const reply = { header: () => reply, send: (body: unknown) => sent.push(body), raw: { once: () => undefined } };
  const run = controller.exportProject.bind(controller) as unknown as (...given: unknown[]) => Promise<void>;
  for (const method of ['HEAD', 'GET']) await run('p', USER, USER.membership, {}, { method, ip: '127.0.0.1' }, reply);
  expect(exported.mock.calls.map(([actor]) => actor)).toEqual([undefined, USER]);
  expect(sent).toEqual(['', '{}']);
});

it('S124 does not start an import after its client may have timed out', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const { ends, post } = heldImports();
  const first = post();
  const second = post().catch((error: unknown) => error);
  await nextTick();
  now.mockReturnValue(30_001);
  ends[0]?.();
  await first;
  expect(await second).toMatchObject({ code: 'overloaded' });
  expect(ends).toHaveLength(1);
});
