/** In rem, as in flags-table.module.css. */
const KEY_WIDTH = 17;
/** So wide that whatever fits with columns of their own widths fits with equal ones. */
const COLUMN_LEAST = 8.25;
/** What else is below a key, and a tag. */
const ABOUT_WIDTH = 11;
const TAG_WIDTH = 5;

export interface TableFit {
  /** How many columns are shown beside the keys; undefined where all are. */
  columns: number | undefined;
  /** How many tags there is room for in a row. */
  tags: number;
}

interface Sizes {
  /** What the table scrolls in. */
  width: number;
  /** The least width of the table. */
  least: number;
  /** The column of the keys. */
  key: number;
  rem: number;
}

/** What fits into a table. All sizes are in pixels. */
export function tableFit({ width, least, key, rem }: Sizes): TableFit {
  const columns = width < least ? Math.max(1, Math.floor((width / rem - KEY_WIDTH) / COLUMN_LEAST)) : undefined;
  return { columns, tags: Math.max(1, Math.floor((key / rem - ABOUT_WIDTH) / TAG_WIDTH)) };
}
