import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a person was last at the provider, for flags-admin: that sign-in may wait for the roles of the person's groups. */
export class SignInsOfIdentities1760000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view session_read.identity_v1 as
      select i.user_id, i.issuer, i.groups, i.last_sign_in_at from auth.identities i where auth.on_primary()`);
  }

  /** The column stays: views of flags-admin depend on this one. */
  async down(): Promise<void> {}
}
