import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFlag, aProject, eventually, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { toggle } from '../interface/flag-calls.js';

const { url } = sharedCluster();

/** The block that newcomers paste, as it stands on a page behind a comment. */
function blockOf(page: string, mark: RegExp): string {
  const block = new RegExp(`${mark.source}\\s*\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(page, 'utf8'))?.[1];
  if (!block) throw new Error(`${page} has no such block: ${mark.source}`);
  return block;
}

async function paste(script: string): Promise<{ code: number; output: string; errors: string }> {
  const shell = spawn('bash', ['-u'], { env: { PATH: process.env.PATH, BURGEE: url } });
  const [output, errors]: string[][] = [[], []];
  shell.stdout.on('data', (text: Buffer) => output!.push(text.toString()));
  shell.stderr.on('data', (text: Buffer) => errors!.push(text.toString()));
  shell.stdin.end(script);
  const [code] = await once(shell, 'close');
  return { code, output: output!.join(''), errors: errors!.join('') };
}

describe('docs/guides/first-steps.md', () => {
  it('works as pasted, from registering to a pushed event', async () => {
    const tour = blockOf('docs/guides/first-steps.md', /<!-- tour:[^>]*-->/);
    // The script waits one second each for its stream and the history. A busy machine may need longer: then paste again.
    await eventually(async () => {
      const { code, output, errors } = await paste(tour);
      expect(errors).toBe('');
      expect(code).toBe(0);
      expect(output).toContain('"message":"User registered successfully"');
      expect(output).toContain('"key":"new-checkout","name":"new-checkout","type":"boolean","is_enabled":false');
      expect(output).toMatch(/event: ready\ndata: \{"environment_id":"[^"]+","revision":1\}/);
      expect(output).toMatch(
        /event: flag_updated\ndata: \{[^\n]*"key":"new-checkout"[^\n]*"is_enabled":true[^\n]*"revision":2\}/,
      );
      expect(output).toContain('"key":"new-checkout","name":"new-checkout","type":"boolean","is_enabled":true');
      expect(output).toContain('"action":"flag_toggle"');
    }, 60_000);
  }, 120_000);
});

describe('README.md', () => {
  it('has six lines of code that follow a switch', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { key: 'new-checkout' });
    const code = blockOf('README.md', /<!-- e2e\/readme [^>]*-->/)
      .replace('http://localhost:8080', url)
      .replace('bge_sdk_…', project.development.sdk_key);
    expect(code.trim().split('\n')).toHaveLength(6);
    const folder = mkdtempSync(join(tmpdir(), 'burgee-readme-'));
    writeFileSync(join(folder, 'burgee.mjs'), (await new TestClient(url).get('/sdk.js')).text);
    writeFileSync(join(folder, 'app.mjs'), code);
    const app = spawn(process.execPath, ['app.mjs'], { cwd: folder });
    const lines: string[] = [];
    for (const stream of [app.stdout, app.stderr]) stream.on('data', (text: Buffer) => lines.push(text.toString()));
    try {
      await eventually(() => expect(lines.join('')).toBe('new-checkout: false\n'));
      await toggle(project.owner, flag, project.development, true);
      await eventually(() => expect(lines.join('')).toBe('new-checkout: false\nnew-checkout: true\n'));
    } finally {
      app.kill();
      await once(app, 'close');
      await rm(folder, { recursive: true });
    }
  });
});
