export const texts = {
  nobody: 'No member matches.',
  loading: 'Loading …',
};
