/** In rem, as in flags-table.module.css. */
const KEY_WIDTH = 17;
/** Wide enough that columns which fit at their own widths also fit at equal widths. */
const COLUMN_LEAST = 8.25;
/** The width of everything else below a key, and of a tag. */
const ABOUT_WIDTH = 11;
const TAG_WIDTH = 5;

export interface TableFit {
  /** How many columns are shown next to the keys; undefined where all are. */
  columns: number | undefined;
  /** How many tags fit into a row. */
  tags: number;
}

interface Sizes {
  /** The width of the scrolling element. */
  width: number;
  /** The minimum width of the table. */
  least: number;
  /** The width of the key column. */
  key: number;
  rem: number;
}

/** How much fits into a table. All sizes are in pixels. */
export function tableFit({ width, least, key, rem }: Sizes): TableFit {
  const columns = width < least ? Math.max(1, Math.floor((width / rem - KEY_WIDTH) / COLUMN_LEAST)) : undefined;
  return { columns, tags: Math.max(1, Math.floor((key / rem - ABOUT_WIDTH) / TAG_WIDTH)) };
}
