import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#platform/postgres/migrations'
import { createEmptyDatabase } from '#test/throwaway-database'
import { dumpSchema } from './schema/dump.ts'

/*
 * Writes migrations/schema.sql from the migrations: what they amount to, in one file, for readers and
 * reviewers. With --check it writes nothing and fails when the file is not what they amount to.
 */

const file = fileURLToPath(new URL('../migrations/schema.sql', import.meta.url))

async function dumpMigratedSchema(): Promise<string> {
  const database = await createEmptyDatabase()
  await migrate(database.url)
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

const generated = await dumpMigratedSchema()
const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
if (process.argv.includes('--check')) {
  if (generated !== current) {
    console.error('migrations/schema.sql is not what the migrations make. Run `npm run fix`.')
    process.exitCode = 1
  }
} else if (generated !== current) {
  writeFileSync(file, generated)
}
