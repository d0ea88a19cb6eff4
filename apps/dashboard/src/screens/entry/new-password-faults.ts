import { texts } from './texts.js';

export const SHORTEST_PASSWORD = 8;

/** Checks a new password and its repetition before sending. */
export const newPasswordFaults = (password: string, again: string) => ({
  ...(password.length < SHORTEST_PASSWORD && { password: texts.tooShort(SHORTEST_PASSWORD) }),
  ...(password !== again && { again: texts.differs }),
});
