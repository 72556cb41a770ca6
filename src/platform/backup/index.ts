/**
 * A copy of the whole database as files.
 *
 * - A *backup* is a folder: a manifest and one file for each table, all from one snapshot.
 * - *Restore* fills an empty database from a backup, across PostgreSQL versions.
 *
 * A backup does not contain the key that encrypts secrets, so access to a backup
 * gives no access to the secrets.
 */

export { recordBackup } from './backup-log.ts'
export { createBackup } from './create-backup.ts'
export type { Manifest } from './manifest.ts'
export { restoreBackup, verifyBackup } from './restore-backup.ts'
