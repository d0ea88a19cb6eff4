/** The sections that a service adds to /status, next to its dependencies. */
export class StatusPage {
  private readonly sections = new Map<string, () => object | Promise<object>>();

  /** Adds a section; `read` is called for each request. */
  add(name: string, read: () => object | Promise<object>): void {
    this.sections.set(name, read);
  }

  /** A section that cannot be read shows its error, because people look here when something is down. */
  async all(): Promise<Record<string, object>> {
    const sections = [...this.sections].map(async ([name, read]) => [name, await readOrError(read)] as const);
    return Object.fromEntries(await Promise.all(sections));
  }
}

async function readOrError(read: () => object | Promise<object>): Promise<object> {
  try {
    return await read();
  } catch (error) {
    return { error: (error as Error).message };
  }
}
