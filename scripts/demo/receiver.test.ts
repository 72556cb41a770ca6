import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { root } from '#scripts/steps'

const folder = mkdtempSync(join(tmpdir(), 'bestow receiver '))
after(() => rmSync(folder, { recursive: true }))

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/demo/receiver.js', '--port', '0'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  return child
}

/** Sends a delivery that is signed with the secret. Returns the line that the receiver prints. */
async function deliver(env: Record<string, string>, secret: string) {
  const child = start(env)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextJson = async () => JSON.parse((await lines.next()).value ?? '')
  const { listening } = await nextJson()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = '{"reference":"GR-1","status":"submitted"}'
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const { status } = await fetch(listening, {
    method: 'POST',
    headers: {
      'service-webhook-dispatch-timestamp': timestamp,
      'service-webhook-signature': signature,
      'service-webhook-event-id': 'one',
    },
    body,
  })
  return { status, ...(await nextJson()) }
}

describe('npm run receiver', () => {
  it('verifies with the secret that the service stored for its demo account', async () => {
    writeFileSync(join(folder, 'demo.json'), JSON.stringify({ signing_secret: 'svc-whsec-demo' }))
    const { verified, status, problem } = await deliver(
      { BESTOW_DATA_DIR: folder },
      'svc-whsec-demo',
    )
    assert.deepEqual([verified, status, problem], [true, 200, undefined])
  })

  it('verifies with a configured secret, and reports a mismatch', async () => {
    const env = { BESTOW_DATA_DIR: folder, BESTOW_WEBHOOK_SECRET: 'svc-whsec-own' }
    assert.equal((await deliver(env, 'svc-whsec-own')).verified, true)
    const wrong = await deliver(env, 'svc-whsec-demo')
    assert.deepEqual([wrong.verified, wrong.status], [false, 403])
    assert.match(wrong.problem, /secret/)
  })

  it('does not start without a secret', async () => {
    const child = start({ BESTOW_DATA_DIR: join(folder, 'none') })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(output, /npm start/)
    assert.match(output, /BESTOW_WEBHOOK_SECRET=/)
  })
})
