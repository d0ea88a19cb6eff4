/** A target or action of the palette. */
export interface PaletteItem {
  /** The same at every visit, so that the palette can remember it. */
  id: string;
  kind: 'flag' | 'switch' | 'archive' | 'page' | 'project' | 'command';
  label: string;
  /** Other words to find it by, such as the name of a flag. */
  also?: string | undefined;
  /** More words to find it by, which are not shown. */
  words?: string | undefined;
  /** Why this user cannot choose it. */
  whyNot?: string | undefined;
  run: () => void;
}
