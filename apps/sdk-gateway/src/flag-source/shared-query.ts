interface RowRequest<Row> {
  environmentId: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/** Of so many one query asks, so that others are answered soon on its connection. */
const ROWS_AT_ONCE = 200;

/** The rows of environments, by one query at a time for those who ask meanwhile, in the order in which they came. */
export class SharedQuery<Row extends { environment_id: string }> {
  private waiting: RowRequest<Row>[] = [];
  private isAsking = false;

  constructor(private readonly ask: (environmentIds: readonly string[]) => Promise<readonly Row[]>) {}

  /** As of a moment after the call; undefined where there is none. @throws what the query throws */
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
