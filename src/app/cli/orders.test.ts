import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as gifting from '#gifting'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp } from '#test/api-harness'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
} from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import { shippingFromConfig } from '../shipping.ts'
import { run } from './program.ts'

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createTestApp()
Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(key)) })
const env = { BESTOW_DATABASE_URL: testApp.url, BESTOW_SECRET_KEY: key, BESTOW_STAGE: 'staging' }
const manual = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
})
const runner = createFulfilmentRunner(testApp, manual)

interface CommandResult {
  data?: {
    id: string
    gift_request_id: string
    state: string
    problem: { reason: string } | null
  }[]
  parcel?: { id: string; tracked?: string }
  errors?: { code: string; param?: string }[]
}

/** Runs a command with --json. Returns the printed object, from standard output or standard error. */
const bestow = (...args: string[]) => runCommand([...args, '--account', testApp.account.id])

async function runCommand(
  args: string[],
  more: Record<string, string> = {},
): Promise<CommandResult> {
  const output: string[] = []
  const record = (line: string) => output.push(line)
  await run([...args, '--json'], { ...env, ...more }, { out: record, err: record })
  return JSON.parse(output.join('\n'))
}

test('tracks a manually shipped parcel until its delivery', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  await runner.run()
  const { data = [] } = await bestow('orders', 'list')
  const parcel = data.find(({ gift_request_id }) => gift_request_id === id)
  assert.equal(parcel?.state, 'ordered')
  await bestow('parcels', 'track', '--id', parcel.id, '--code', '1Z9', '--carrier', 'UPS')
  const scan = (...more: string[]) => bestow('parcels', 'scan', '--id', parcel.id, ...more)
  assert.equal(
    (await scan('--state', 'in_transit', '--location', 'Reno')).parcel?.tracked,
    'applied',
  )
  assert.equal((await scan('--state', 'delivered')).parcel?.tracked, 'applied')
  assert.deepEqual((await findStates(testApp, id)).slice(-3), [
    'ordered',
    'in_transit',
    'delivered',
  ])
  const [shown] = await runner.parcels(id)
  assert.equal(shown?.tracking_code, '1Z9')
  assert.equal(shown?.steps[0]?.location, 'Reno')
  assert.deepEqual((await bestow('orders', 'list', '--with-problems')).data, [])
})

test('lists stuck orders and retries one', async () => {
  const simulated = createFulfilmentRunner(testApp)
  const id = await createRedeemedGift(testApp, await createCups(testApp), {
    metadata: { simulator: 'refused' },
  })
  await simulated.run()
  const { data = [] } = await bestow('orders', 'list', '--with-problems')
  assert.equal(data[0]?.gift_request_id, id)
  assert.match(data[0]?.problem?.reason ?? '', /address/)
  await bestow('orders', 'retry', '--gift', id)
  await simulated.run()
  assert.equal((await findStates(testApp, id)).at(-1), 'ordered')
  const { errors } = await bestow('orders', 'retry', '--gift', id)
  assert.equal(errors?.[0]?.code, 'invalid_transition')
})

test('rejects unknown values', async () => {
  const unknown = testApp.account.id
  const codeOf = async (...args: string[]) => (await bestow(...args)).errors?.[0]?.code
  assert.equal(await codeOf('orders', 'retry', '--gift', unknown), 'not_found')
  assert.equal(await codeOf('parcels', 'scan', '--id', unknown, '--state', 'lost'), 'not_found')
  assert.equal(
    await codeOf('parcels', 'scan', '--id', unknown, '--state', 'lost', '--at', 'yesterday'),
    'invalid_format',
  )
  assert.equal(await codeOf('parcels', 'track', '--id', unknown, '--code', '1'), 'not_found')
})

test('prints the URL for EasyPost webhooks', async () => {
  assert.deepEqual((await runCommand(['orders', 'inbox'])).data, [])
  const { data } = await runCommand(['orders', 'inbox'], {
    BESTOW_ORIGIN: 'https://gifts.example.com',
    BESTOW_TRUSTED_PROXIES: '10.0.0.1',
    BESTOW_EASYPOST_API_KEY: 'EZTK',
    BESTOW_EASYPOST_WEBHOOK_SECRET: 'a secret of sixteen letters',
    BESTOW_EASYPOST_FROM: 'adr_home',
  })
  assert.match(
    JSON.stringify(data),
    /"https:\/\/gifts\.example\.com\/carriers\/easypost\/[\w-]{24}"/,
  )
})

test('imports tracking numbers from a file, after a dry run', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  await runner.run()
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  const folder = await mkdtemp(join(tmpdir(), 'bestow-'))
  const [csv, result] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
  await writeFile(csv, `parcel,tracking number\n${gift?.reference}-1,1Z5R89390357567127\nX,=1+1\n`)
  const importFile = async (...more: string[]) =>
    (await bestow('parcels', 'import', '--csv', csv, ...more)) as unknown as {
      changed: number
      unchanged: number
      rejected: { line: number }[]
    }
  const isMoving = async () => (await findStates(testApp, id)).includes('in_transit')
  assert.equal((await importFile('--dry-run')).changed, 1)
  assert.equal(await isMoving(), false)
  const first = await importFile('--result', result)
  assert.equal(first.changed, 1)
  assert.deepEqual(pluck(first.rejected, 'line'), [3])
  assert.equal(await isMoving(), true)
  assert.equal((await importFile()).unchanged, 1)
  const lines = (await readFile(result, 'utf8')).split('\n')
  assert.match(lines[1] ?? '', /1Z5R89390357567127,,,changed,/)
  assert.match(lines[2] ?? '', /,'=1\+1,/, 'a spreadsheet does not run the cell as a formula')
  await rm(folder, { recursive: true })
})
