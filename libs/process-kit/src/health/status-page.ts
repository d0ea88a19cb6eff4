/** The sections that a service adds to /status, next to its dependencies. */
export class StatusPage {
  private readonly sections = new Map<string, () => object | Promise<object>>();

  /** Adds a section; `read` is called for each request. */
  add(name: string, read: () => object | Promise<object>): void {
    this.sections.set(name, read);
  }

  async all(): Promise<Record<string, object>> {
    const sections = [...this.sections].map(async ([name, read]) => [name, await read()] as const);
    return Object.fromEntries(await Promise.all(sections));
  }
}
