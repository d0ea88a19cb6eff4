import type { Message } from '@burgee/contracts/http';
import { asApiError } from './api-error.js';
import { call } from './call.js';

/** Whether the service wants the password again before it does this. */
export const wantsProof = (error: unknown) => asApiError(error).code === 'fresh_proof_required';

/** Proves by the password that it is still this user, which counts for ten minutes. */
export const prove = (password: string) => call<Message>('POST', '/api/auth/proof', { body: { password } });
