import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsersAndSessions1760000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.users (
        id uuid primary key,
        name text not null,
        email text not null,
        email_key text not null constraint users_email_key unique,
        password_hash text not null,
        created_at timestamptz not null default now()
      )`);
    await runner.query(`
      create table auth.sessions (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        secret_hash text not null constraint sessions_secret_hash unique,
        user_agent text,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz
      )`);
    await runner.query(`create index sessions_of_user on auth.sessions (user_id, created_at desc)`);
    await runner.query(`
      create view session_read.session_v1 as
      select s.secret_hash, s.id as session_id, u.id as user_id, u.name as user_name, u.email as user_email
      from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.revoked_at is null and s.expires_at > now()`);
    await runner.query(`
      create view session_read.user_v1 as
      select id as user_id, name, email, email_key from auth.users`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view session_read.user_v1, session_read.session_v1');
    await runner.query('drop table auth.sessions, auth.users');
  }
}
