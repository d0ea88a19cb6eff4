import 'reflect-metadata';
import { runDeadLetters } from '@burgee/outbox';

await runDeadLetters(process.argv.slice(2));
