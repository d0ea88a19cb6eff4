const SHORTEST = 8;

/** What is wrong with a password that is typed twice, said before the service is asked. */
export const newPasswordFaults = (password: string, again: string) => ({
  ...(password.length < SHORTEST && { password: `Use at least ${SHORTEST} characters.` }),
  ...(password !== again && { again: 'This differs from the password above.' }),
});
