import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who knows the secret of a webhook, and who chose its address. Unknown for webhooks from before, because only the
 * history has it, and for those that a replica of the previous release creates.
 */
export class AuthorsOfWebhooks1760000000039 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.webhooks add column created_by uuid, add column url_set_by uuid');
    await this.allowReasons(runner, ['failing', 'gone', 'backlog', 'manual', 'author']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update flags.webhooks set disabled_reason = 'manual' where disabled_reason = 'author'`);
    await this.allowReasons(runner, ['failing', 'gone', 'backlog', 'manual']);
    await runner.query('alter table flags.webhooks drop column created_by, drop column url_set_by');
  }

  private async allowReasons(runner: QueryRunner, reasons: readonly string[]): Promise<void> {
    const list = reasons.map((reason) => `'${reason}'`).join(', ');
    await runner.query(`
      alter table flags.webhooks drop constraint webhooks_disabled_reason_check,
        add constraint webhooks_disabled_reason_check check (disabled_reason in (${list}))`);
  }
}
