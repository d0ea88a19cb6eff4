import { describeWebProvider } from './describe-web-provider.js';
import { SERVERS } from './servers.js';

// `npm run interop` tries it at the others.
describeWebProvider(SERVERS.slice(0, 1));
