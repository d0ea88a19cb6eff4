import { expect, it } from '@jest/globals';
import { addedLines, findMarks } from './list-marks.js';

const DIFF = `diff --git a/docs/a.md b/docs/a.md
--- a/docs/a.md
+++ b/docs/a.md
@@ -3,0 +4,2 @@ # A
+Whoever waits is told.
+You wait.
@@ -9 +11 @@
-It is loaded anew.
+It is reloaded.
diff --git a/apps/x.ts b/apps/x.ts
--- a/apps/x.ts
+++ b/apps/x.ts
@@ -1 +1,3 @@
+const beside = anew; // loaded anew
+throw new Error('one that nobody knows');
+++count;
`;

it('reads the lines that a diff adds', () => {
  expect(addedLines(DIFF).map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([
    'docs/a.md:4 Whoever waits is told.',
    'docs/a.md:5 You wait.',
    'docs/a.md:11 It is reloaded.',
    'apps/x.ts:1 const beside = anew; // loaded anew',
    "apps/x.ts:2 throw new Error('one that nobody knows');",
    'apps/x.ts:3 ++count;',
  ]);
});

it('finds marks in prose, in comments and in texts, but not in code', () => {
  expect(findMarks(addedLines(DIFF)).map((line) => line.split(' → ')[0])).toEqual([
    'docs/a.md:4: "Whoever"',
    'docs/a.md:4: "is told"',
    'apps/x.ts:1: "anew"',
    'apps/x.ts:2: "one that"',
    'apps/x.ts:2: "nobody"',
  ]);
});
