import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cutLog, endOfLog } from './log-file.js';
import { ManagedProcess } from './managed-process.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-log-'));
  file = join(folder, 'service.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a log', () => {
  it('goes on in the same file when it was cut, and keeps what was there before once', () => {
    const log = openSync(file, 'a', 0o600);
    for (const text of ['first', 'second', 'third']) {
      writeSync(log, text);
      cutLog(file, 4);
    }
    writeSync(log, 'last');
    cutLog(file, 4);
    closeSync(log);
    expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['third', 'last']);
    expect((statSync(`${file}.1`).mode & 0o777).toString(8)).toBe('600');
  });

  it('that was removed is not cut, and reads as empty', () => {
    expect(() => cutLog(file, 4)).not.toThrow();
    expect(endOfLog(file, 3)).toBe('');
  });

  it('is read from its end alone', () => {
    const log = openSync(file, 'a');
    writeSync(log, 'beginning and end');
    closeSync(log);
    expect([endOfLog(file, 3), endOfLog(file, 1_000)]).toEqual(['end', 'beginning and end']);
  });

  it('S57 of a process that runs is cut when it is too long', async () => {
    const says = `setInterval(() => console.log('a line of a log'), 1)`;
    const running = new ManagedProcess(
      {
        name: 'talker',
        command: process.execPath,
        args: ['-e', says],
        logFile: file,
        stopSignal: 'SIGTERM',
        ready: async () => undefined,
      },
      { restart: false, logBytesAtMost: 100 },
    );
    await running.start();
    while (!existsSync(`${file}.1`)) await delay(20);
    await running.stop();
    expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^(a line of a log\n)+/);
  });
});
