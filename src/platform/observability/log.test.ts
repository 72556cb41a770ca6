import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { test } from 'node:test'
import { createLog } from './log.ts'

test('neither fields nor texts carry a secret into the log', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
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

const hostileTexts: [what: string, text: string][] = [
  ['letters and plus signs', 'a+'.repeat(32_768)],
  ['schemes without a host', 'a://'.repeat(16_384)],
  ['user parts without an end', 'a://b:'.repeat(10_922)],
  ['colons', `a://${':'.repeat(65_532)}`],
  ['prefixes of tokens', 'svc-'.repeat(16_384)],
  ['prefixes of tokens with an environment', 'svc-a-.'.repeat(9_362)],
  ['prefixes of authorizations', 'Bearer '.repeat(9_362)],
  ['prefixes of links', '/r/'.repeat(21_845)],
]

for (const [what, text] of hostileTexts) {
  test(`scrubbing 64 KiB of ${what} is not slower than scrubbing prose by more than a constant`, () => {
    const log = createLog({ level: 'info', destination: { write: () => {} } })
    const measureFastest = (message: string) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const began = process.hrtime.bigint()
          log.info(message)
          return Number(process.hrtime.bigint() - began)
        }),
      )
    const prose = measureFastest('The quick brown fox. '.repeat(3_120))
    const hostile = measureFastest(text)
    assert.ok(hostile < prose * 50, `${hostile} ns against ${prose} ns`)
  })
}

test('long texts are truncated, and a line stays one JSON object', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  log.info(
    { err: new Error('x'.repeat(100_000)), inner: { text: `"\\${'y'.repeat(9_000)}` } },
    'long',
  )
  const [line = ''] = lines
  assert.equal(lines.length, 1)
  assert.ok(line.length < 20_000, `${line.length} characters`)
  const { err, inner, msg } = JSON.parse(line)
  assert.equal(msg, 'long')
  assert.match(err.message, /^x+… \(100000 characters\)$/)
  assert.match(inner.text, /^"\\y+… \(9002 characters\)$/)
})

test('the password of a URL is redacted wherever a long text is truncated', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  log.info(`${'x '.repeat(2_040)}postgresql://bestow:opaque-5-and-more-of-it@db/x`)
  assert.ok(!lines.join('').includes('opaque'), lines.join(''))
})

test('a log that cannot write does not end the process', () => {
  const code = `import { createLog } from '#platform/observability/log'
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
