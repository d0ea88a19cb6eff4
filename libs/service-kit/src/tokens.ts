/** What providers inject by. */
export const LOGGER = Symbol('logger');
export const REDIS = Symbol('redis');
