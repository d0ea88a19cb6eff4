import { ApiProperty } from '@nestjs/swagger';
import { Ids, Text } from './fields.js';
import { ObjectsOf } from './objects.js';

/** The maximum number of favorites, and of saved views, per member and project. */
const FAVORITES_AT_MOST = 500;
const SAVED_VIEWS_AT_MOST = 50;

/** A search of the dashboard's list of flags under a name. */
export class SavedView {
  @Text({ min: 1, max: 100, example: 'Mine, on in Production' }) name!: string;
  @Text({ max: 2000, description: 'The query string of the page that shows it.', example: 'tag=billing&state=on' })
  search!: string;
}

export class UpdatePreferencesRequest {
  @Ids({
    optional: true,
    maxItems: FAVORITES_AT_MOST,
    description: 'Flags of the project; replaces the existing ones. Ids of other flags are dropped.',
  })
  favorite_ids?: string[];
  @ObjectsOf(SavedView, { optional: true, maxItems: SAVED_VIEWS_AT_MOST, description: 'Replaces the existing ones.' })
  views?: SavedView[];
}

/** A member's private preferences in a project. Only the member sees them; they end with the membership. */
export class PreferencesView {
  @Ids({ maxItems: FAVORITES_AT_MOST }) favorite_ids!: string[];
  @ApiProperty({ type: [SavedView], maxItems: SAVED_VIEWS_AT_MOST }) views!: SavedView[];
}
