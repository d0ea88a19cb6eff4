import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLockFile } from './read-lock-file.js';
import { type AuditReport, compareWithAudit, readVex } from './vex.js';

/** `npm audit`, which fails when it finds something. @throws if the registry does not answer */
async function runAudit(root: string, options: string[]): Promise<AuditReport> {
  const args = ['audit', '--json', '--package-lock-only', ...options];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { stdout: string }) => error,
  );
  const report = JSON.parse(stdout || '{}') as Partial<AuditReport> & { message?: string };
  if (!report.vulnerabilities) throw new Error(`npm audit failed: ${report.message ?? 'no answer'}`);
  return { vulnerabilities: report.vulnerabilities };
}

/** Compares what `npm audit` finds with docs/vex.cdx.json. @throws with each difference */
export async function audit(root: string, options: string[] = []): Promise<void> {
  const report = await runAudit(root, options);
  const differences = compareWithAudit(readVex(root), report, readLockFile(join(root, 'package-lock.json')));
  if (differences.length > 0)
    throw new Error(`docs/vex.cdx.json and npm audit differ:\n${differences.map((one) => `- ${one}`).join('\n')}`);
}
