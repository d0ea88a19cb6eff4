import { describeWebProvider } from '../ofrep/describe-web-provider.js';
import { SERVERS } from '../ofrep/servers.js';

describeWebProvider(SERVERS);
