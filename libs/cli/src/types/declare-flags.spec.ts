import { describe, expect, it } from '@jest/globals';
import { declareFlags } from './declare-flags.js';

describe('declareFlags', () => {
  it.each([
    ['line feed', 'a\n} } declare const injected: 1; declare module "x" { interface Y {\n b'],
    ['carriage return', 'a\rdeclare const injected: 1;\rb'],
    ['quote', `a'; injected: 'b`],
    ['double quote', 'a"; injected: "b'],
    ['backslash', 'a\\'],
  ])('lets nothing out of its quotes: %s', (_, hostile) => {
    const flags = [{ key: hostile, type: hostile }];
    expect(declareFlags(flags, true)).toContain(
      `\n    ${JSON.stringify(hostile)}: ${JSON.stringify(hostile)};\n  }\n}\n`,
    );
    expect(declareFlags(flags, true).split(/[\r\n]/)).toHaveLength(declareFlags([], true).split('\n').length + 1);
    const [, key] = /^ {4}("(?:[^"\\\r\n]|\\.)*"): "(?:[^"\\\r\n]|\\.)*";$/m.exec(declareFlags(flags, false)) ?? [];
    expect(JSON.parse(key ?? 'null')).toBe(hostile);
  });
});
