import type { Command } from '@commander-js/extra-typings'
import {
  createBackup,
  type Manifest,
  recordBackup,
  restoreBackup as restoreFrom,
  verifyBackup,
} from '#platform/backup/index'
import { formatPairs, printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export const backup = (command: Command, session: Session) =>
  command.requiredOption('--to <folder>', 'a folder that does not exist yet').action(({ to }) =>
    withService(session, async ({ ownerUrl, asOperator }) => {
      const manifest = await createBackup(ownerUrl, to)
      await asOperator(async (ctx) => recordBackup(ctx, manifest))
      printResult(
        session,
        toJson(to, manifest),
        () => `${formatManifest(to, manifest)}\n${keyNotice}`,
      )
    }),
  )

export const restore = (command: Command, session: Session) =>
  command
    .requiredOption('--from <folder>', 'a folder that `bestow backup` wrote')
    .option('--verify', 'only verify that the backup is complete')
    .action(async ({ from, verify: verifyOnly }) => {
      if (verifyOnly) {
        const manifest = await verifyBackup(from)
        printResult(session, toJson(from, manifest), () => formatManifest(from, manifest))
        return
      }
      await withService(
        session,
        async ({ ownerUrl }) => {
          const manifest = await restoreFrom(ownerUrl, from)
          printResult(session, toJson(from, manifest), () => formatManifest(from, manifest))
        },
        { migrates: 'later' },
      )
    })

const keyNotice =
  'The backup does not contain the key that encrypts secrets. Store a copy of BESTOW_SECRET_KEY (or of the key file in the data folder) elsewhere.'

const toJson = (folder: string, { created_at, server_version, tables }: Manifest) => ({
  folder,
  created_at,
  server_version,
  tables: tables.map(({ name, rows }) => ({ name, rows })),
})

const formatManifest = (folder: string, { created_at, server_version, tables }: Manifest) =>
  formatPairs({
    folder,
    'created at': created_at,
    PostgreSQL: server_version,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  })
