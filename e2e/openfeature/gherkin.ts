import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type GherkinDocument, IdGenerator, type Pickle } from '@cucumber/messages';

export interface Step {
  text: string;
  /** Rows of the table below it. */
  table: string[][];
}

/** A scenario, or one row of the examples of its outline. */
export interface Row {
  /** Feature and line: its name in reports. */
  place: string;
  scenario: string;
  /** The first step that differs from the neighboring rows. */
  first: string;
  steps: Step[];
  /** With the @; includes the tags of its feature. */
  tags: string[];
  /** The same in Cucumber's form. */
  pickle: Pickle;
}

/** A feature file: its text, and the result of Cucumber's parser. */
export interface Feature {
  text: string;
  document: GherkinDocument;
  rows: Row[];
}

const FIXTURES = join(process.cwd(), 'e2e', 'openfeature', 'fixtures');

/** A feature file, of the OpenFeature specification if no folder is named, backgrounds and examples filled in. */
export function readFeature(feature: string, folder = FIXTURES): Feature {
  const newId = IdGenerator.uuid();
  const text = readFileSync(join(folder, `${feature}.feature`), 'utf8');
  const parsed = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  const uri = `gherkin/${feature}.feature`;
  const rows = compile(parsed, uri, newId).map((pickle): Row => {
    const steps = pickle.steps.map((step) => ({
      text: step.text,
      table: step.argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [],
    }));
    const place = `${feature}:${pickle.location?.line}`;
    const first = steps.find((step) => /-flag with key|provider status/.test(step.text))?.text ?? '';
    return { place, scenario: pickle.name, first, steps, tags: pickle.tags.map(({ name }) => name), pickle };
  });
  return { text, document: { ...parsed, uri }, rows };
}

/** The rows only. */
export const readRows = (feature: string, folder?: string): Row[] => readFeature(feature, folder).rows;
