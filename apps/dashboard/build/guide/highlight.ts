import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

for (const [name, grammar] of Object.entries({ bash, go, http, java, javascript, json, python, sql, xml, yaml }))
  highlighter.registerLanguage(name, grammar);
highlighter.registerLanguage('typescript', typescript);

const PLAIN = new Set(['', 'text']);

/** Code as HTML. @throws for a language without a grammar */
export function highlight(code: string, language: string, escape: (text: string) => string): string {
  if (PLAIN.has(language)) return escape(code);
  if (!highlighter.getLanguage(language)) throw new Error(`The guide has no grammar for code in ${language}.`);
  return highlighter.highlight(code, { language }).value;
}
