interface RowRequest<Row> {
  environmentId: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/** Rows per query, so that other queries on its connection do not wait long. */
const ROWS_AT_ONCE = 200;

/**
 * Reads rows of environments, one query at a time. Requests that arrive during a query share the next, in order of
 * arrival.
 */
export class SharedQuery<Row extends { environment_id: string }> {
  private waiting: RowRequest<Row>[] = [];
  private isAsking = false;

  constructor(private readonly ask: (environmentIds: readonly string[]) => Promise<readonly Row[]>) {}

  /** As of a moment after the call; undefined when there is no row. @throws what the query throws */
  of(environmentId: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ environmentId, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0, ROWS_AT_ONCE));
    this.isAsking = false;
  }

  private async answer(all: readonly RowRequest<Row>[]): Promise<void> {
    try {
      const rows = await this.ask([...new Set(all.map(({ environmentId }) => environmentId))]);
      const found = new Map(rows.map((row) => [row.environment_id, row]));
      for (const { environmentId, resolve } of all) resolve(found.get(environmentId));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}
