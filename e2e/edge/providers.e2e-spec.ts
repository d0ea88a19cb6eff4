import { describeServerProvider } from '../ofrep/describe-server-provider.js';
import { SERVERS } from '../ofrep/servers.js';
import { startServerProvider } from '../ofrep/start-server-provider.js';

// `npm run interop` tries those of other languages, and that for pages.
describeServerProvider('JavaScript', startServerProvider, SERVERS.slice(-1));
