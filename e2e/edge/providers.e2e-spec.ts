import { describeServerProvider } from '../ofrep/describe-server-provider.js';
import { SERVERS } from '../ofrep/servers.js';
import { startServerProvider } from '../ofrep/start-server-provider.js';

// `npm run interop` tests the providers of other languages, and the provider for pages.
describeServerProvider('JavaScript', startServerProvider, SERVERS.slice(-1));
