/**
 * A copy of everything in the database, as files.
 *
 * - A *backup* is a folder: a manifest and one file for each table, all of one moment.
 * - To *restore* is to fill an empty database from it, whatever PostgreSQL made it and runs now.
 *
 * The key that seals secrets is not in it: whoever finds a backup must not find the secrets.
 */

export { createBackup } from './create-backup.ts'
export type { Manifest } from './manifest.ts'
export { restoreBackup, verifyBackup } from './restore-backup.ts'
