import { expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';

it('the example of RFC 8785, section 3.2.3, has its keys in the order of code units', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1f600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
      '"\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});

it('numbers and texts are written as RFC 8785, section 3.2.2, has them', () => {
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
  const value = { numbers, literals: [null, true, false], string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/' };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
      '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it('keys that are numbers are in the order of texts, in objects within objects too', () => {
  expect(canonicalJson([{ 9: {}, 10: { b: 1, a: undefined } }])).toBe('[{"10":{"b":1},"9":{}}]');
});
