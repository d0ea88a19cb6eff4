import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { fileRefusal } from './file-refusal.js';

const refusal = (detail: string) => new ApiError(400, 'invalid_request', detail, 'id');

it('says what is wrong with a file, and nothing twice', () => {
  const counted = 'Nothing was imported: 4 things are wrong with the document. `errors` names each. There may be more.';
  expect(fileRefusal(refusal(counted))).toMatchObject({
    message: '4 things are wrong with the document. There may be more.',
    requestId: 'id',
  });
  const other = refusal('The document has 9 flags for 9 environments.');
  expect(fileRefusal(other)).toBe(other);
});
