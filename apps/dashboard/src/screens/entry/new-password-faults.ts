const SHORTEST = 8;

/** Checks a password that is typed twice, before it is sent. */
export const newPasswordFaults = (password: string, again: string) => ({
  ...(password.length < SHORTEST && { password: `Use at least ${SHORTEST} characters.` }),
  ...(password !== again && { again: 'This differs from the password above.' }),
});
