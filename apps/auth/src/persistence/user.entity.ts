import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'auth', name: 'users' })
export class UserEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  /** As the user typed it, trimmed. */
  @Column('text') email!: string;
  /** What emails are compared by. */
  @Column('text', { name: 'email_key' }) emailKey!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
}
