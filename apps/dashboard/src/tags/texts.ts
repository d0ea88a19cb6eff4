/** What fields for tags say. */
export const texts = {
  hint: 'Press Enter after each tag. Lower-case letters, digits and . _ : / -',
  example: 'payments',
};
