import { expect, it } from '@jest/globals';
import { invitationIn } from './invitation-in.js';

it.each([
  ['https://flags.example.com/invitation#abc_-1', 'abc_-1'],
  ['  /invitation#abc\n', 'abc'],
  ['https://flags.example.com/invitation', undefined],
  ['https://flags.example.com/invitation#', undefined],
  ['abc', undefined],
])('%j holds %j', (link, token) => expect(invitationIn(link)).toBe(token));
