/** What fields for tags say. */
export const texts = {
  hint: 'Press Enter after each tag. Allowed: lowercase letters, digits and . _ : / -',
  example: 'payments',
};
