declare module 'oidc-provider' {
  import type { Server } from 'node:http';

  /** As much as the tests need. */
  export class Provider {
    constructor(issuer: string, configuration: object);
    listen(port: number, host: string): Server;
  }
}
