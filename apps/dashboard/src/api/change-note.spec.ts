import { describe, expect, it, jest } from '@jest/globals';
import { ApiError, wasEnded, wasRequested } from './api-error.js';
import {
  type NoteAnswer,
  askForNotesBy,
  type HeldChange,
  type HoldReason,
  noteAfter,
  noteHeaders,
} from './change-note.js';

const HELD: HeldChange = { environmentId: 'e', requested: undefined, triesOnly: false };
const refusal = (code: ApiError['code']) => new ApiError(400, code, 'POST /api/x', 'id');
const asker = (answer: NoteAnswer) => jest.fn(async (_reason: HoldReason, _held: HeldChange) => answer);
const thrownBy = (code: ApiError['code'], note = {}) => noteAfter(refusal(code), note, HELD).catch((error) => error);

describe('after a refusal', () => {
  it('asks the user once for the missing part and keeps the rest', async () => {
    const ask = asker({ note: { comment: 'why' } });
    const end = askForNotesBy(ask);
    expect(await noteAfter(refusal('comment_required'), { bypassReason: 'x' }, HELD)).toEqual({
      bypassReason: 'x',
      comment: 'why',
    });
    expect(await thrownBy('comment_required', { comment: 'why' })).toMatchObject({ code: 'comment_required' });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledWith('comment_required', HELD);
    end();
    expect(await thrownBy('environment_frozen')).toMatchObject({ code: 'environment_frozen' });
  });

  it('does not ask when something else is wrong', async () => {
    const ask = asker({ ended: 'cancelled' });
    const end = askForNotesBy(ask);
    expect(await thrownBy('invalid_request')).toMatchObject({ code: 'invalid_request' });
    expect(ask).not.toHaveBeenCalled();
    end();
  });

  it('reports no failure for a change that the user cancels or requests', async () => {
    for (const ended of ['cancelled', 'requested'] as const) {
      const end = askForNotesBy(asker({ ended }));
      const thrown = await thrownBy('approval_required');
      expect([wasEnded(thrown), wasRequested(thrown)]).toEqual([true, ended === 'requested']);
      end();
    }
    expect(wasEnded(refusal('approval_required'))).toBe(false);
  });

  it("explains a hold in the page's words to a user who cannot lift it", async () => {
    const end = askForNotesBy(asker({ refused: 'Staging is frozen.' }));
    expect(await thrownBy('environment_frozen')).toMatchObject({
      message: 'Staging is frozen.',
      code: 'environment_frozen',
      requestId: 'id',
    });
    end();
  });

  it('encodes any characters of a note for its header', () => {
    expect(noteHeaders({ comment: 'für 2 %' })).toEqual({ 'burgee-comment': 'f%C3%BCr%202%20%25' });
    expect(noteHeaders({})).toEqual({});
  });
});
