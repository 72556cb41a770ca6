import { Command } from '@commander-js/extra-typings'
import {
  createBackup,
  type Manifest,
  restoreBackup as restoreFrom,
  verifyBackup,
} from '#platform/backup/index'
import { formatPairs, printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export const backup = (session: Session) =>
  new Command('backup')
    .description('write everything in the database to a new folder, while the service runs')
    .requiredOption('--to <folder>', 'a folder that does not exist yet')
    .action(({ to }) =>
      withService(session, async ({ ownerUrl }) => {
        const manifest = await createBackup(ownerUrl, to)
        printResult(session, shown(to, manifest), () => `${told(to, manifest)}\n${keyAside}`)
      }),
    )

export const restore = (session: Session) =>
  new Command('restore')
    .description('fill a new, empty database from a backup')
    .requiredOption('--from <folder>', 'a folder that `bestow backup` wrote')
    .option('--verify', 'only look whether the backup is whole')
    .action(async ({ from, verify: isLook }) => {
      if (isLook) {
        const manifest = await verifyBackup(from)
        printResult(session, shown(from, manifest), () => told(from, manifest))
        return
      }
      await withService(
        session,
        async ({ ownerUrl }) => {
          const manifest = await restoreFrom(ownerUrl, from)
          printResult(session, shown(from, manifest), () => told(from, manifest))
        },
        { migrates: 'later' },
      )
    })

const keyAside =
  'The key that seals secrets is not in it. Keep a copy of BESTOW_SECRET_KEY (or of the key file in the data folder) elsewhere.'

const shown = (folder: string, { created_at, server_version, tables }: Manifest) => ({
  folder,
  created_at,
  server_version,
  tables: tables.map(({ name, rows }) => ({ name, rows })),
})

const told = (folder: string, { created_at, server_version, tables }: Manifest) =>
  formatPairs({
    folder,
    'made at': created_at,
    PostgreSQL: server_version,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  })
