import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { fileRefusal } from './file-refusal.js';

const refusal = (detail: string) => new ApiError(400, 'invalid_request', detail, 'id');

it('says what is wrong with a file, without repetition', () => {
  const counted = 'Nothing was imported: the document has 4 errors. `errors` lists them. There may be more.';
  expect(fileRefusal(refusal(counted))).toMatchObject({
    message: 'The document has 4 errors. There may be more.',
    requestId: 'id',
  });
  const other = refusal('The document has 9 flags for 9 environments.');
  expect(fileRefusal(other)).toBe(other);
});
