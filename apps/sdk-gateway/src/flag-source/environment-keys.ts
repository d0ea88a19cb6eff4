type Keys = readonly string[];

interface Asked {
  environmentId: string;
  resolve: (keys: Keys) => void;
  reject: (error: unknown) => void;
}

/** The keys of environments, by one query at a time for all who ask meanwhile: made-up tokens cost no more than that. */
export class EnvironmentKeys {
  private waiting: Asked[] = [];
  private isAsking = false;

  /** @param ask the rows of all keys that open these environments */
  constructor(
    private readonly ask: (
      environmentIds: readonly string[],
    ) => Promise<readonly { environment_id: string; key_hash: string }[]>,
  ) {}

  /** @throws what the query throws */
  of(environmentId: string): Promise<Keys> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ environmentId, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0));
    this.isAsking = false;
  }

  private async answer(all: readonly Asked[]): Promise<void> {
    try {
      const rows = await this.ask([...new Set(all.map(({ environmentId }) => environmentId))]);
      const keys = new Map<string, string[]>();
      for (const row of rows) keys.set(row.environment_id, [...(keys.get(row.environment_id) ?? []), row.key_hash]);
      for (const { environmentId, resolve } of all) resolve(keys.get(environmentId) ?? []);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}
