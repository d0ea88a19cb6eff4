/** What the palette goes to or does. */
export interface PaletteItem {
  /** The same at every visit, so that it can be remembered. */
  id: string;
  kind: 'flag' | 'switch' | 'page' | 'project' | 'command';
  label: string;
  /** Other words that it is found by, as the name of a flag. */
  also?: string;
  run: () => void;
}
