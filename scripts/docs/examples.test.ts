import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { computeSignature, toStandardSecret } from '#webhooks'
import { extractBlocks, findBlock } from './code-blocks.ts'

/* The test of the receiver code in docs/webhooks.md, which runs on signatures of the service. */

const root = join(import.meta.dirname, '../..')
const page = 'docs/webhooks.md'
const blocks = extractBlocks(page, readFileSync(join(root, page), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'bestow-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'svc-whsec-3Q0v8Yw1c5n7b2m4k6j8h0g2f4d6s8a1q3w5e7r9t1y'
const now = Math.floor(Date.now() / 1000)
const body = Buffer.from('{"name":"Zoë 🎁","note":"100 % \\n a.b"}')

interface SignatureCase {
  name: string
  timestamp: number
  signature: string
  body: Buffer
  isGenuine: boolean
}

const sign = (timestamp: number) => computeSignature(secret, timestamp, body)

// biome-ignore format: read down the columns
const cases: SignatureCase[] = [
  { name: 'a valid signature',     timestamp: now,       signature: sign(now),             body, isGenuine: true },
  { name: 'four minutes ago',      timestamp: now - 240, signature: sign(now - 240),       body, isGenuine: true },
  { name: 'six minutes ago',       timestamp: now - 360, signature: sign(now - 360),       body, isGenuine: false },
  { name: 'in six minutes',        timestamp: now + 360, signature: sign(now + 360),       body, isGenuine: false },
  { name: 'another timestamp',     timestamp: now - 1,   signature: sign(now),             body, isGenuine: false },
  { name: 'another body',          timestamp: now,       signature: sign(now),             body: Buffer.from('{}'), isGenuine: false },
  { name: 'another secret',        timestamp: now,       signature: computeSignature('x', now, body), body, isGenuine: false },
  { name: 'no signature',          timestamp: now,       signature: '',                      body, isGenuine: false },
]

describe('the TypeScript code', async () => {
  const file = join(folder, 'verify.ts')
  writeFileSync(file, findBlock(blocks, 'ts', 'isGenuine'))
  const { isGenuine } = (await import(pathToFileURL(file).href)) as {
    isGenuine(headers: Record<string, string>, body: Buffer, secret: string): boolean
  }
  for (const testCase of cases) {
    it(`${testCase.isGenuine ? 'accepts' : 'rejects'}: ${testCase.name}`, () => {
      const headers = {
        'service-webhook-dispatch-timestamp': String(testCase.timestamp),
        'service-webhook-signature': testCase.signature,
      }
      assert.equal(isGenuine(headers, testCase.body, secret), testCase.isGenuine)
    })
  }
})

const hasPython = isInstalled('python3')
const hasOpenssl = isInstalled('openssl')

describe('the other languages', () => {
  it('have at least one interpreter installed', () => {
    assert.ok(hasPython || hasOpenssl, 'install python3 or openssl')
  })

  if (hasPython) {
    it('give the same results in Python', () => {
      const input = cases.map((testCase) => [
        String(testCase.timestamp),
        testCase.signature,
        testCase.body.toString('hex'),
      ])
      const output = run(
        'python3',
        ['-c', `${findBlock(blocks, 'python')}\n${pythonDriver}`, secret],
        input,
      )
      assert.deepEqual(
        JSON.parse(output),
        cases.map(({ isGenuine }) => isGenuine),
      )
    })
  }

  if (hasOpenssl) {
    it('give the same results in the shell', () => {
      writeFileSync(join(folder, 'body.json'), body)
      assert.equal(shell('dgst', { secret, timestamp: String(now) }), sign(now))
      assert.equal(shell('whsec_', { secret }), toStandardSecret(secret))
    })
  }
})

const pythonDriver = `
import json, sys
cases = json.load(sys.stdin)
print(json.dumps([
    is_genuine(
        {"Service-Webhook-Dispatch-Timestamp": t, "Service-Webhook-Signature": s},
        bytes.fromhex(b),
        sys.argv[1],
    )
      for t, s, b in cases
]))
`

function shell(text: string, variables: Record<string, string>): string {
  return run('sh', ['-c', findBlock(blocks, 'sh', text)], undefined, {
    ...process.env,
    ...variables,
  }).trim()
}

function run(program: string, args: string[], input?: unknown, env = process.env): string {
  const result = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
    ...(input === undefined ? {} : { input: JSON.stringify(input) }),
  })
  assert.equal(result.status, 0, result.stderr)
  return result.stdout
}

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'openssl' ? 'version' : '--version']).status === 0
}
