import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { createMigratedDatabase } from '#test/throwaway-database'

const { url } = await createMigratedDatabase()
const hasPsql = spawnSync('psql', ['--version']).status === 0

function runDb(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ['scripts/db.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      BESTOW_DATABASE_URL: url,
      BESTOW_SECRET_KEY: `test:${'A'.repeat(43)}=`,
      BESTOW_STAGE: 'staging',
      ...env,
    },
  })
}

describe('npm run db', () => {
  it('runs psql with its arguments on the database of the service', { skip: !hasPsql }, () => {
    const query = 'select count(*) from gifting.gift_request'
    const { status, stdout, stderr } = runDb(['--no-align', '--tuples-only', '--command', query])
    assert.deepEqual([status, stdout], [0, '0\n'], stderr)
    assert.doesNotMatch(stderr, new RegExp(new URL(url).password))
  })

  it('prints the connection string', () => {
    assert.equal(runDb(['--url']).stdout, `${url}\n`)
  })

  it('explains a missing psql', () => {
    const { status, stderr } = runDb([], { PATH: '/nonexistent' })
    assert.equal(status, 1)
    assert.match(stderr, /psql is not installed\. Install it/)
  })

  it('names settings that are wrong', () => {
    const { status, stderr } = runDb([], { PORT: 'many' })
    assert.equal(status, 1)
    assert.match(stderr, /PORT/)
  })
})
