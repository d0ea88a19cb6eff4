import { describeServerProvider } from '../ofrep/describe-server-provider.js';
import { SERVERS } from '../ofrep/servers.js';
import { startServerProvider } from '../ofrep/start-server-provider.js';
import { startProviderIn } from './provider-process.js';

describeServerProvider('JavaScript', startServerProvider, SERVERS.slice(1));
describeServerProvider('Go', startProviderIn('go'), SERVERS, { valueMissing: ['', 'TYPE_MISMATCH'] });
describeServerProvider('Python', startProviderIn('python'), SERVERS);
// It takes every 400 for a broken context, and a missing value for a missing flag.
describeServerProvider('Java', startProviderIn('java'), SERVERS, {
  keyMissing: 'INVALID_CONTEXT',
  valueMissing: ['', 'FLAG_NOT_FOUND'],
});
