import { expect, it } from '@jest/globals';
import { UnreportedOrigins } from './unreported-origins.js';

it('refused origins are reported once, without texts that cannot be registered, 500 at a time', () => {
  const refused = new UnreportedOrigins();
  refused.note('e', 'http://127.0.0.1:5199');
  refused.note('e', 'http://127.0.0.1:5199');
  refused.note('192.0.2.1', 'capacitor://localhost');
  for (const text of ['null', 'file://', 'https://', undefined]) refused.note('e', text);
  expect(refused.take()).toEqual([
    { about: 'e', origin: 'http://127.0.0.1:5199' },
    { about: '192.0.2.1', origin: 'capacitor://localhost' },
  ]);
  expect(refused.take()).toEqual([]);
  for (let n = 0; n < 600; n += 1) refused.note('e', `https://made-up-${n}.example`);
  expect(refused.take()).toHaveLength(500);
});
