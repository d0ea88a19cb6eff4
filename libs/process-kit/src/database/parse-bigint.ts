import pg from 'pg';

const INT8 = 20;

/** Revisions are bigint in Postgres and plain numbers here: at a million changes a second, 2^53 lasts 285 years. */
pg.types.setTypeParser(INT8, Number);
