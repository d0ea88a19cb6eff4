import { describe, expect, it, jest } from '@jest/globals';
import { ApiError } from './api-error.js';
import { askForNotesBy, type ChangeNote, noteAfter, noteHeaders } from './change-note.js';

const refusal = (code: ApiError['code']) => new ApiError(400, code, 'No.', null);
const asker = (answer: ChangeNote | undefined) => jest.fn(async () => answer);

describe('after a refusal', () => {
  it('the user is asked for what is missing, once, and what was given stays', async () => {
    const ask = asker({ comment: 'why' });
    const end = askForNotesBy(ask);
    expect(await noteAfter(refusal('comment_required'), { bypassReason: 'x' })).toEqual({
      bypassReason: 'x',
      comment: 'why',
    });
    expect(await noteAfter(refusal('comment_required'), { comment: 'why' })).toBeUndefined();
    expect(ask).toHaveBeenCalledTimes(1);
    end();
    expect(await noteAfter(refusal('environment_frozen'), {})).toBeUndefined();
  });

  it('nobody is asked when something else is wrong, and nothing is sent again when nothing is given', async () => {
    const ask = asker(undefined);
    const end = askForNotesBy(ask);
    expect(await noteAfter(refusal('invalid_request'), {})).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
    expect(await noteAfter(refusal('environment_frozen'), {})).toBeUndefined();
    end();
  });

  it('notes travel in headers, whatever their characters', () => {
    expect(noteHeaders({ comment: 'für 2 %' })).toEqual({ 'burgee-comment': 'f%C3%BCr%202%20%25' });
    expect(noteHeaders({})).toEqual({});
  });
});
