import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PAGE = readFileSync('docs/supply-chain.md', 'utf8');
const [, BASELINE = '', SCORECARD = ''] = PAGE.split(/^## (?:OSPS Baseline|OpenSSF Scorecard)$/m);

/** The criteria of OSPS Baseline 2026-02-19 at levels 1 and 2, without the prefix. */
const CRITERIA = `
AC-01.01 AC-02.01 AC-03.01 AC-03.02 AC-04.01 BR-01.01 BR-01.03 BR-02.01 BR-03.01 BR-03.02 BR-04.01 BR-05.01 BR-06.01 BR-07.01
DO-01.01 DO-02.01 DO-06.01 DO-07.01 GV-01.01 GV-01.02 GV-02.01 GV-03.01 GV-03.02 LE-01.01 LE-02.01 LE-02.02 LE-03.01 LE-03.02
QA-01.01 QA-01.02 QA-02.01 QA-03.01 QA-04.01 QA-05.01 QA-05.02 QA-06.01 SA-01.01 SA-02.01 SA-03.01
VM-01.01 VM-02.01 VM-03.01 VM-04.01`;
/** The checks of Scorecard 5.5.0. */
const CHECKS = `
Binary-Artifacts Branch-Protection CI-Tests CII-Best-Practices Code-Review Contributors Dangerous-Workflow Dependency-Update-Tool
Fuzzing License Maintained Packaging Pinned-Dependencies SAST SBOM Security-Policy Signed-Releases Token-Permissions
Vulnerabilities Webhooks`;

const listOf = (text: string) => text.trim().split(/\s+/);

/** Rows of a table: the first cell, the state in the last cell but one, and the last cell. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| ([A-Z][\w.-]+) \|(?: [^|]+ \|)? (met|no|host) \| ([^|]*)\|$/gm)].map(
    ([, id = '', state = '', where = '']) => ({ id, state, where }),
  );

describe('docs/supply-chain.md', () => {
  it('has each criterion of OSPS Baseline at levels 1 and 2 once, in order', () => {
    expect(rowsOf(BASELINE).map(({ id }) => id)).toEqual(listOf(CRITERIA).map((id) => `OSPS-${id}`));
  });

  it('has each check of OpenSSF Scorecard once, in order', () => {
    expect(rowsOf(SCORECARD).map(({ id }) => id)).toEqual(listOf(CHECKS));
  });

  it.each([...rowsOf(BASELINE), ...rowsOf(SCORECARD)])(
    'links $id to files that exist, at least one if it is met',
    (row) => {
      const files = [...row.where.matchAll(/\]\(([^)#]*)[^)]*\)/g)].map(([, path = '']) => join('docs', path));
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
      expect(row.state !== 'met' || files.length > 0).toBe(true);
    },
  );
});
