/*
 * A backup is a gzip file of lines: a header, then for each table a line that names it, its rows as Postgres' COPY writes
 * them and a line `\.`, and at the end the hash of all of that. The tables are not in it: the migrations make them, so that a
 * backup fits every version of Postgres, and needs none of its programs.
 */
export const FORMAT = 'burgee-backup-1';
/** Ends the rows of a table, as in psql. No row can be this: COPY escapes each backslash. */
export const END_OF_ROWS = String.raw`\.`;

export interface BackupTable {
  /** With its schema, `auth.users`. */
  name: string;
  columns: string[];
  /** How many, in the snapshot of the database that the backup shows. */
  rows: number;
}

export interface BackupHeader {
  format: string;
  /** ISO 8601, by the clock of Postgres: the moment that the backup shows. */
  made_at: string;
  /** Names of the migrations that had run, by the first schema of each service. */
  migrations: Record<string, string[]>;
  /** In an order in which they can be filled: what a row refers to comes before it. */
  tables: BackupTable[];
}

/** Ends a backup. */
export interface BackupEnd {
  /** SHA-256 of all lines before this one, hex. */
  sha256: string;
}
