import { describeServerProvider } from './describe-server-provider.js';
import { SERVERS } from './servers.js';
import { startServerProvider } from './start-server-provider.js';

// `npm run interop` tries it at the others.
describeServerProvider('JavaScript', startServerProvider, SERVERS.slice(0, 1));
