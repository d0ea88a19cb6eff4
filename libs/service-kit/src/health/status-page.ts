import { Injectable } from '@nestjs/common';

/** What a service has to say of itself on /status, beside its dependencies. */
@Injectable()
export class StatusPage {
  private readonly sections = new Map<string, () => object>();

  /** Adds a section; `read` is called each time the page is asked for. */
  add(name: string, read: () => object): void {
    this.sections.set(name, read);
  }

  all(): Record<string, object> {
    return Object.fromEntries([...this.sections].map(([name, read]) => [name, read()]));
  }
}
