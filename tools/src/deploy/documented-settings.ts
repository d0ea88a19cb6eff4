import { settingsOnPage } from '@burgee/testing/unit';

/** A line of a table of docs/reference/configuration.md, which a spec holds to the code. */
export interface DocumentedSetting {
  readonly name: string;
  readonly isRequired: boolean;
  /** As text; undefined where there is none. */
  readonly default: string | undefined;
  /** All values that it may have; empty where it is free. */
  readonly choices: readonly string[];
}

const CHOICES = /\(((?:`\w+`(?:, )?){2,})\)$/;

/** The settings in the table below a heading of docs/reference/configuration.md. */
export const documentedSettings = (heading: string): DocumentedSetting[] =>
  settingsOnPage(heading).map(({ name, default: value, meaning }) => ({
    name,
    isRequired: value === 'required',
    default: /^`(.*)`$/.exec(value)?.[1],
    choices: CHOICES.exec(meaning)?.[1]?.match(/\w+/g) ?? [],
  }));
