import { describe, expect, it } from '@jest/globals';
import { DocumentShape } from './document-shape.js';

const follow = (json: string) => new DocumentShape().follow(Buffer.from(json));
const list = (length: number, item = '1') => `[${Array.from({ length }, () => item).join(',')}]`;
const object = (length: number) => `{${Array.from({ length }, (_, n) => `"f${n}":1`).join(',')}}`;

describe('an imported document', () => {
  it.each<[string, string, string]>([
    ['levels', '['.repeat(1_000_000), 'nested deeper than 16 levels'],
    ['fields around its lists', object(700_000), 'an object with more than 1,500 values'],
    ['environments', `{"environments":${list(370_000, '{"slug":"a"}')}`, 'a list with more than 50,000 values'],
    ['empty objects', `{"flags":${list(50_001, '{}')}`, 'a list with more than 50,000 values'],
    ['values in one flag', `{"flags":[{"environments":${object(1_501)}`, 'an object with more than 1,500 values'],
    ['values in all', `{"flags":${list(50_000, list(100))}`, 'more than 1,000,000 values'],
    ['letters in the name of a field', `{"flags":[{"${'a'.repeat(201)}":1`, 'a field name of more than 200 bytes'],
    ['letters in a later name', `{"flags":[{"a":[],"${'a'.repeat(201)}":1`, 'a field name of more than 200 bytes'],
  ])('S89 with too many %s is refused before parsing', (_, json, detail) => {
    expect(() => follow(json)).toThrow(expect.objectContaining({ message: expect.stringContaining(detail) }));
  });

  it('S89 is measured the same for any split, and ignores braces in strings', () => {
    const texts = JSON.stringify({ a: ['['.repeat(20), ',"{'.repeat(2_000), '\\', '"', 'é'.repeat(300)], b: [] });
    const shape = new DocumentShape();
    for (const byte of Buffer.from(texts)) shape.follow(Buffer.from([byte]));
    expect(() => shape.follow(Buffer.from(`,"${'b'.repeat(201)}`))).not.toThrow();
  });

  it('is accepted with as much as one import may have', () => {
    const value = '{"is_enabled":true,"rollout_percentage":1,"targeting_attribute":"a","targeting_value":"b"}';
    const flag = `{"key":"a","type":"json","environments":{${Array.from({ length: 200 }, (_, n) => `"e${n}":${value}`).join(',')}}}`;
    const documents = [
      `{"version":1,"environments":${list(200, '{"slug":"a","name":"a"}')},"flags":${list(250, flag)}}`,
      `{"version":1,"environments":[],"flags":${list(50_000, '{"key":"a","type":"json","tags":["a","b"]}')}}`,
    ];
    for (const document of documents) expect(() => follow(document)).not.toThrow();
  });
});
