import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'burgee-lint-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns the rules that refuse a line of a test */
function refusals(line: string): string[] {
  const root = process.cwd();
  const configuration = {
    jsPlugins: [join(root, 'tools/src/lint/awaited-reads-plugin.mjs')],
    rules: { 'browser/awaited-reads': 'error' },
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(configuration));
  writeFileSync(join(folder, 'a.browser-spec.ts'), line);
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'oxlint'),
    ['--format', 'json', '-A', 'all', '-D', 'browser/awaited-reads', '.'],
    options,
  );
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
}

describe('a read of a page that does not wait', () => {
  it('is refused outside eventually()', () => {
    expect(refusals('expect(await page.getByText("x").count()).toBe(0);')).toEqual(['browser(awaited-reads)']);
    expect(refusals('expect(await field.inputValue()).not.toBe("1");')).toEqual(['browser(awaited-reads)']);
  });

  it('is accepted within it, and so is what is no read of a page', () => {
    expect(refusals('await eventually(async () => expect(await list.count()).toBe(0));')).toEqual([]);
    expect(refusals('expect(await stored(flag)).toEqual({}); expect(count()).toBe(1);')).toEqual([]);
  });
});
