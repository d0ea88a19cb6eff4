import process from 'node:process';
import { follow } from './follow.js';

// Nothing ends it: it ends when nothing of it is left open.
await follow(JSON.parse(process.argv[2]), console.log);
