import { describeServerProvider } from './describe-server-provider.js';
import { SERVERS } from './servers.js';
import { startServerProvider } from './start-server-provider.js';

// `npm run interop` tests the other servers.
describeServerProvider('JavaScript', startServerProvider, SERVERS.slice(0, 1));
