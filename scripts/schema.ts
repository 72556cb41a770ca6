import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '#platform/postgres/migrations'
import { createEmptyDatabase } from '#test/throwaway-database'
import { dumpSchema } from './schema/dump.ts'

/*
 * Generates migrations/schema.sql: the schema that results from all migrations, in one file, for readers and reviewers.
 * With --check nothing is written, and an outdated file is an error.
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
    console.error('migrations/schema.sql is out of date. Run `npm run fix`.')
    process.exitCode = 1
  }
} else if (generated !== current) {
  writeFileSync(file, generated)
}
