export const texts = {
  nobody: 'No matching members.',
  loading: 'Loading…',
  beside: (name: string, email: string) => `${name} (${email})`,
  noMember: 'no longer a member',
};
