import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { splitLines } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';

const LIBRARY = JSON.stringify(new URL('../../dist/logging/create-logger.js', import.meta.url));
const CONTEXT = JSON.stringify(new URL('../../dist/logging/request-context.js', import.meta.url));
const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** A program that has a `logger`. */
const program = (settings: object, code: string) => [
  '--input-type=module',
  '--eval',
  `const { createLogger } = await import(${LIBRARY});
   const { requestContext } = await import(${CONTEXT});
   const logger = createLogger('auth', ${JSON.stringify(settings)});
   ${code}`,
];

/** What a program that logs writes to stdout, which is no terminal. */
async function written(settings: object, code: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, program(settings, code))).stdout;
}

describe('a line of the log', () => {
  it('is JSON by the names of OpenTelemetry, with the trace of the request', async () => {
    const line = await written(
      { LOG_LEVEL: 'info' },
      `const context = { requestId: 'r-1', traceparent: '00-${TRACE}-b7ad6b7169203331-01', isAnswered: () => false };
       requestContext.run(context, () => logger.warn({ count: 2 }, 'a thing happened'));`,
    );
    expect(JSON.parse(line)).toEqual({
      severity_text: 'WARN',
      severity_number: 13,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'service.name': 'auth',
      request_id: 'r-1',
      trace_id: TRACE,
      span_id: 'b7ad6b7169203331',
      count: 2,
      body: 'a thing happened',
    });
  });

  it('holds an error as an exception, and no secret of it', async () => {
    const line = await written(
      { LOG_LEVEL: 'info' },
      `const error = new Error('refused');
       Object.assign(error, { code: 'E1', parameters: ['hunter2'], client: { password: 'hunter2' } });
       logger.error({ err: error, body: { password: 'hunter2' } }, 'it failed');`,
    );
    expect(JSON.parse(line)).toMatchObject({
      severity_text: 'ERROR',
      exception: {
        type: 'Error',
        message: 'refused',
        code: 'E1',
        stacktrace: expect.stringContaining('Error: refused'),
      },
    });
    expect(line).not.toContain('hunter2');
  });

  it('is text for people with LOG_FORMAT=pretty', async () => {
    const text = await written({ LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' }, `logger.info({ port: 1 }, 'ready');`);
    expect(text).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: ready\n {4}service\.name: "auth"\n {4}port: 1\n$/);
  });
});

describe('the level of the log', () => {
  it('is debug after SIGUSR2, and what LOG_LEVEL says after the next', async () => {
    const code = `process.on('SIGUSR2', () => logger.debug('after a signal')); logger.warn('started'); setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, program({ LOG_LEVEL: 'warn' }, code));
    try {
      const lines = splitLines(child.stdout);
      const next = async () => JSON.parse(String((await lines.next()).value)) as { body: string; level?: string };
      expect((await next()).body).toBe('started');
      child.kill('SIGUSR2');
      expect(await next()).toMatchObject({ body: 'log level switched', level: 'debug' });
      expect((await next()).body).toBe('after a signal');
      child.kill('SIGUSR2');
      expect(await next()).toMatchObject({ body: 'log level switched', level: 'warn' });
    } finally {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  });
});
