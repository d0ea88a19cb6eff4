import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { eventually, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

/** The block that newcomers paste, as it stands in the README. */
function tour(): string {
  const block = /<!-- tour:[^>]*-->\s*```bash\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1];
  if (!block) throw new Error('README.md has no tour');
  return block;
}

async function paste(script: string): Promise<{ code: number; output: string; errors: string }> {
  const shell = spawn('bash', ['-u'], { env: { PATH: process.env.PATH, BURGEE: sharedCluster().url } });
  const [output, errors]: string[][] = [[], []];
  shell.stdout.on('data', (text: Buffer) => output!.push(text.toString()));
  shell.stderr.on('data', (text: Buffer) => errors!.push(text.toString()));
  shell.stdin.end(script);
  const [code] = await once(shell, 'close');
  return { code, output: output!.join(''), errors: errors!.join('') };
}

describe("the README's tour", () => {
  it('works as pasted, from registering to a pushed event', async () => {
    // It waits a second for its stream and for the history, which a busy machine may need longer for: then it is pasted again.
    await eventually(async () => {
      const { code, output, errors } = await paste(tour());
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

  it('names only folders that exist', () => {
    const folders = [...readFileSync('README.md', 'utf8').matchAll(/^\| `([\w/-]+)` +\|/gm)].map(
      ([, path]) => path ?? '',
    );
    expect(folders.length).toBeGreaterThan(5);
    expect(folders.filter((path) => !existsSync(path))).toEqual([]);
  });
});
