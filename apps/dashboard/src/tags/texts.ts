/** The texts of tag fields. */
export const texts = {
  hint: 'Press Enter after each tag. Allowed: lowercase letters, digits and . _ : / -',
  example: 'payments',
};
