/** The sections that a service adds to /status, beside its dependencies. */
export class StatusPage {
  private readonly sections = new Map<string, () => object>();

  /** Adds a section; `read` is called for each request. */
  add(name: string, read: () => object): void {
    this.sections.set(name, read);
  }

  all(): Record<string, object> {
    return Object.fromEntries([...this.sections].map(([name, read]) => [name, read()]));
  }
}
