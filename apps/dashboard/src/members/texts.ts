export const texts = {
  nobody: 'No matching members.',
  loading: 'Loading…',
};
