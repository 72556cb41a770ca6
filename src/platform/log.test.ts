import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { test } from 'node:test'
import { createLog } from './log.ts'

test('neither members nor texts carry a secret into the log', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(line) } })
  const token = 'svc-v1-staging-abcdefghijklmnopqrstuvwxyz0123456789'
  log.info({
    authorization: `Bearer ${token}`,
    req: { headers: { authorization: `Bearer ${token}`, 'x-api-key': 'opaque-1' } },
    endpoint: { secret: 'opaque-2' },
    password: 'opaque-3',
    body: { email: 'ada@example.com' },
    path: '/r/AbCdEfGhIjKlMnOp/choose',
  })
  log.error(new Error(`no answer from postgresql://bestow:opaque-4@db/x with ${token}`), token)
  const text = lines.join('')
  assert.equal(lines.length, 2)
  for (const secret of ['abcdefghij', 'opaque', 'ada@', 'AbCdEfGhIjKlMnOp'])
    assert.ok(!text.includes(secret), `${secret} in ${text}`)
  for (const line of lines) assert.equal(JSON.parse(line).pid, process.pid)
})

test('a log that finds no room ends nobody', () => {
  const code = `import { createLog } from '#platform/log'
    const log = createLog({ level: 'info' })
    for (let n = 0; n < 3; n++) { log.info('again'); await new Promise((next) => setTimeout(next, 5)) }
    console.error('alive')`
  const full = process.platform === 'linux' ? openSync('/dev/full', 'w') : 'ignore'
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  assert.equal(child.stderr, 'alive\n')
  assert.equal(child.status, 0)
})
