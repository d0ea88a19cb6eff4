import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';

export interface Step {
  text: string;
  /** Rows of the table below it. */
  table: string[][];
}

/** A scenario, or one row of the examples of its outline. */
export interface Row {
  /** Feature and line: what it is called in reports. */
  place: string;
  scenario: string;
  /** The first step that tells it from its neighbours. */
  first: string;
  steps: Step[];
  /** With the @, also those of its feature. */
  tags: string[];
}

const FIXTURES = join(process.cwd(), 'e2e', 'openfeature', 'fixtures');

/** The rows of a feature file, of the OpenFeature specification if no folder is named, backgrounds and examples filled in. */
export function readRows(feature: string, folder = FIXTURES): Row[] {
  const newId = IdGenerator.incrementing();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(
    readFileSync(join(folder, `${feature}.feature`), 'utf8'),
  );
  return compile(document, feature, newId).map((pickle): Row => {
    const steps = pickle.steps.map(({ text, argument }) => ({
      text,
      table: argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [],
    }));
    const place = `${feature}:${pickle.location?.line}`;
    const first = steps.find(({ text }) => /-flag with key|provider status/.test(text))?.text ?? '';
    return { place, scenario: pickle.name, first, steps, tags: pickle.tags.map(({ name }) => name) };
  });
}
