import { describe, expect, it } from '@jest/globals';
import { describeProcess, parsePs, treeOf } from './process-tree.js';

describe('processes where there is no /proc', () => {
  it('are read from what ps prints', () => {
    const printed = '    1     0 Ss\n  412     1 S+\n  413   412 T\n  414   412 Z+\n';
    expect([...parsePs(printed)]).toEqual([
      [1, { parent: 0, state: 'S' }],
      [412, { parent: 1, state: 'S' }],
      [413, { parent: 412, state: 'T' }],
      [414, { parent: 412, state: 'Z' }],
    ]);
  });
});

describe('a process', () => {
  it('is the root of its tree, and is described by its command line', () => {
    expect(treeOf(process.pid)[0]).toBe(process.pid);
    expect(describeProcess(process.pid)).toContain('node');
    expect(describeProcess(2 ** 30)).toBe('');
  });
});
