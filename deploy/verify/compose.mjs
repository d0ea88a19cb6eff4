// Of docker-compose.yml what the proof needs: each service's command, environment and health check, filled in from a .env.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

function fillIn(text, env) {
  return text.replace(/\$\$|\$\{(\w+)(?::([?-])([^}]*))?\}/g, (all, name, operator, rest) => {
    if (all === '$$') return '$';
    if (env[name]) return env[name];
    if (operator === '-') return rest;
    throw new Error(`${name} is missing: ${rest}`);
  });
}

function each(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => each(one, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, change)]));
}

/** The services by name, as docker compose would start them. */
export function composeServices(composeFile, envFile) {
  const env = parseEnv(readFileSync(envFile, 'utf8'));
  const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
  return each(services, (text) => fillIn(text, env));
}

/** A service's environment without the settings that are handed on only when they are set. */
export function environmentOf({ environment }) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null));
}
