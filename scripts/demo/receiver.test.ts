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
import { eventually } from '#test/eventually'

const folder = mkdtempSync(join(tmpdir(), 'bestow receiver '))
after(() => rmSync(folder, { recursive: true }))

function start(env: Record<string, string>, options: readonly string[] = []) {
  const args = [...options, 'scripts/demo/receiver.js', '--port', '0']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  return child
}

const giftId = '01a2276f-97f7-764f-89fd-d803cb8497e7'
const link = 'http://localhost:3000/r/AbCdEfGhIjKlMnOp'
const sample = { id: giftId, reference: 'GR-1', status: 'redeemed', redemption_url: link }

/** Sends a delivery that is signed with the secret. Returns the line that the receiver prints. */
async function deliver(env: Record<string, string>, secret: string) {
  const child = start(env)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextJson = async () => JSON.parse((await lines.next()).value ?? '')
  const { listening } = await nextJson()
  const status = await send(listening, secret)
  return { status, ...(await nextJson()) }
}

async function send(url: string, secret: string, gift: object = sample): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = JSON.stringify(gift)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const { status } = await fetch(url, {
    method: 'POST',
    headers: {
      'service-webhook-dispatch-timestamp': timestamp,
      'service-webhook-signature': signature,
      'service-webhook-event-id': 'one',
      'service-webhook-event-type': 'gift_request_redeemed',
    },
    body,
  })
  return status
}

describe('npm run receiver', () => {
  it('verifies with the secret that the service stored for its demo account', async () => {
    writeFileSync(join(folder, 'demo.json'), JSON.stringify({ signing_secret: 'svc-whsec-demo' }))
    const { bytes: _, ...line } = await deliver({ BESTOW_DATA_DIR: folder }, 'svc-whsec-demo')
    assert.deepEqual(line, {
      event: 'one',
      type: 'gift_request_redeemed',
      reference: 'GR-1',
      gift_request_id: giftId,
      gift_status: 'redeemed',
      attempt: 1,
      verified: true,
      status: 200,
    })
  })

  it('verifies with a configured secret, and reports a mismatch', async () => {
    const env = { BESTOW_DATA_DIR: folder, BESTOW_WEBHOOK_SECRET: 'svc-whsec-own' }
    assert.equal((await deliver(env, 'svc-whsec-own')).verified, true)
    const wrong = await deliver(env, 'svc-whsec-demo')
    assert.deepEqual([wrong.verified, wrong.status], [false, 403])
    assert.match(wrong.problem, /secret/)
  })

  it('prints readable lines in a terminal, with the id for the next step', async () => {
    const isTerminal = 'data:text/javascript,process.stdout.isTTY=true'
    const child = start({ BESTOW_WEBHOOK_SECRET: 'svc-whsec-own', NO_COLOR: '1' }, [
      '--import',
      isTerminal,
    ])
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
    const printed = (text: string) => eventually(() => output.includes(text))
    await printed('start screen.\n')
    const [, url = ''] =
      /^Waiting for webhooks at (http:\/\/localhost:\d+\/webhooks)\. Send a gift /.exec(output) ??
      []
    await send(url, 'svc-whsec-own', { ...sample, redemption_url: null })
    await printed(`GIFT=${giftId}\n`)
    assert.match(output, /✔ signature {2}GR-1 {2}gift_request_redeemed /)
    assert.doesNotMatch(output, /null|its link/)
    await send(url, 'svc-whsec-own')
    await printed(link)
    await send(url, 'svc-whsec-other')
    await printed('✖ signature')
    await printed('The signature does not match.')
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
