import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as gifting from '#gifting'
import { restoreBackup } from '#platform/backup/index'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { readMigrations } from '#platform/postgres/migrations'
import {
  openRelease,
  readAnswer,
  readRelease,
  releasesFolder,
  withoutEmailWords,
} from '#test/release-fixture'
import { createEmptyDatabase } from '#test/throwaway-database'

/*
 * Each version upgrades the data of every released one: the backup that the release wrote is restored and migrated, and
 * the API gives the same answers.
 */

const releases = readdirSync(releasesFolder)

it('there is a release', () => {
  assert.notDeepEqual(releases, [])
})

for (const version of releases)
  describe(`the data of ${version}`, async () => {
    const { read_at, token, answers } = readRelease(version)
    const database = await createEmptyDatabase()
    const backup = join(releasesFolder, version, 'backup')
    const { migrations } = await restoreBackup(database.url, backup)
    const release = await openRelease(database.url, () => new Date(read_at))
    after(async () => {
      await release.close()
      await database.drop()
    })

    it('has migrations that later versions neither change nor precede', () => {
      const current = readMigrations().map(({ name, sha256 }) => ({ name, sha256 }))
      const released = migrations.map(({ name, sha256 }) => ({ name, sha256 }))
      assert.deepEqual(current.slice(0, released.length), released)
    })

    it('has gifts in all states', async () => {
      const states = await inTransaction(release.db, ALL_ACCOUNTS, (ctx) =>
        ctx.queryValues<string>('select distinct state from gifting.gift_request'),
      )
      assert.deepEqual(states.sort(), Object.keys(gifting.states).sort())
    })

    it('has the same answers, byte for byte, except for the words of emails', async () => {
      const client = release.createClient(token)
      for (const [request, expected] of Object.entries(answers))
        assert.equal(
          withoutEmailWords(await readAnswer(client, request)),
          withoutEmailWords(expected),
          `${request}: a member that is new on purpose is recorded by scripts/release-fixture.ts ${version} --new-members`,
        )
    })
  })
