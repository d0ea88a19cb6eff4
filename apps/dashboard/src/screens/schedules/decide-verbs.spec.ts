import { describe, expect, it } from '@jest/globals';
import { decideVerbs, noteFor } from './decide-verbs.js';

const free = { approvals: 0, comment_required: false };

describe('the verbs of a schedule', () => {
  it.each([
    ['schedules where no rule holds', free, 'owner', { asks: false, canOverride: false, needsComment: false }],
    [
      'requests approval where it is required',
      { ...free, approvals: 2 },
      'editor',
      { asks: true, canOverride: false, needsComment: false },
    ],
    [
      'offers owners the override next to the request',
      { ...free, approvals: 1 },
      'owner',
      { asks: true, canOverride: true, needsComment: false },
    ],
    [
      'needs a comment where it is required',
      { approvals: 1, comment_required: true },
      'admin',
      { asks: true, canOverride: false, needsComment: true },
    ],
    [
      'schedules before an environment is chosen',
      undefined,
      'owner',
      { asks: false, canOverride: false, needsComment: false },
    ],
  ] as const)('%s', (_, environment, role, verbs) => {
    expect(decideVerbs(environment, role)).toEqual(verbs);
  });
});

describe('the note of a schedule', () => {
  const plain = decideVerbs(free, 'owner');
  const asking = decideVerbs({ approvals: 1, comment_required: false }, 'owner');
  const strict = decideVerbs({ approvals: 1, comment_required: true }, 'owner');
  it.each([
    ['is empty where no rule holds', plain, 'typed before another environment was chosen', false, {}],
    ['is an optional reason of a request', asking, '', false, {}],
    ['is the trimmed reason of a request', asking, ' the sale ', false, { comment: 'the sale' }],
    ['is missing for an override without a reason', asking, ' ', true, undefined],
    ['is the reason of an override', asking, 'the sale', true, { bypassReason: 'the sale' }],
    ['is missing where a comment is required', strict, '', false, undefined],
    ['is reason and comment of an override', strict, 'sale', true, { bypassReason: 'sale', comment: 'sale' }],
  ])('%s', (_, verbs, text, overrides, note) => {
    expect(noteFor(verbs, text, overrides)).toEqual(note);
  });
});
