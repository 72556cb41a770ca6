import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Command } from '@commander-js/extra-typings'
import * as gifting from '#gifting'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'
import { shippingFromConfig } from '../shipping.ts'
import { createProgram, run } from './program.ts'

/*
 * The test that each command of the operator that changes an account leaves an entry in the account's audit
 * log. A new command needs a line in one of the two lists.
 */

/** The commands without an audit log entry, with the reason. */
// biome-ignore format: one command a line
const withoutEntry: Readonly<Record<string, string>> = {
  'serve':                     'runs the service',
  'migrate':                   'changes tables, not the data of an account',
  'doctor':                    'reads',
  'accounts list':             'reads',
  'users list-operators':      'reads',
  'users lift-single-sign-on': 'has an entry: single-sign-on-required.test.ts',
  'users lift-access-policy':  'has an entry: access-policy.test.ts',
  'tokens list':               'reads',
  'oauth-clients list':        'reads',
  'endpoints list':            'reads',
  'endpoints apply':           'calls the API with a token, which has its own entries',
  'campaigns list':            'reads',
  'deliveries list':           'reads',
  'deliveries tail':           'reads',
  'orders list':               'reads',
  'orders inbox':              'reads',
  'mail bounced':              'a mail server reports, and the state of the email has the report',
  'backup':                    'reads all accounts',
  'restore':                   'writes a new database',
  'reencrypt':                 'changes the encryption of all accounts, and no value',
}

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createTestApp()
Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(key)) })
const env = {
  BESTOW_DATABASE_URL: testApp.url,
  BESTOW_SECRET_KEY: key,
  BESTOW_STAGE: 'staging',
  BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
}
const folder = await mkdtemp(join(tmpdir(), 'bestow audit '))
after(() => rm(folder, { recursive: true }))
const manual = createFulfilmentRunner(
  testApp,
  shippingFromConfig({
    stage: 'staging',
    carrier: 'manual',
    simulator: 'manual',
    easyPost: undefined,
  }),
)
const simulated = createFulfilmentRunner(testApp)

// biome-ignore lint/suspicious/noExplicitAny: commands print objects of every shape
type Json = any

async function json(...args: string[]): Promise<Json> {
  const lines: string[] = []
  const record = (line: string) => lines.push(line)
  const code = await run([...args, '--json'], env, { out: record, err: record })
  assert.equal(code, 0, `${args.join(' ')}: ${lines.join('\n')}`)
  return JSON.parse(lines.at(-1) ?? '')
}

const countEntries = () =>
  inTransaction(testApp.db, ALL_ACCOUNTS, (ctx) =>
    ctx.queryCount(
      "select count(*)::int as count from access.audit_entry where actor_kind = 'operator'",
    ),
  )

const audited = new Set<string>()

/** Runs a command that changes something. Asserts that the audit log has its entry. */
async function change(command: string, ...args: string[]): Promise<Json> {
  const before = await countEntries()
  const printed = await json(...command.split(' '), ...args)
  assert.ok((await countEntries()) > before, `bestow ${command} leaves no entry in the audit log`)
  audited.add(command)
  return printed
}

const account = ['--account', testApp.account.id] as const

async function changeAccess(): Promise<void> {
  const { account: created } = await change('accounts create', '--name', 'Acme')
  await change('accounts suspend', '--account', created.id, '--reason', 'Unpaid')
  await change('accounts end', '--account', created.id)
  await change('accounts resume', '--account', created.id)
  await change('seed', '--account', created.id)
  const email = ['--email', 'ada@example.com'] as const
  await change('users create', ...account, ...email, '--role', 'admin')
  await change('users grant-operator', ...email)
  await change('users revoke-operator', ...email)

  const token = await change('tokens create', ...account, '--name', 'CRM', '--mcp-send')
  await change('tokens scopes', '--id', token.id, '--scopes', 'gift_requests:read')
  await change('tokens addresses', '--id', token.id, '--allow', '203.0.113.7')
  await change('tokens mcp-send', '--id', token.id, '--off')
  await change('tokens expire', '--id', token.id)
  const { client_id } = await change('oauth-clients create', ...account)
  await change('oauth-clients revoke', '--id', client_id)
}

async function changeWebhooks(): Promise<void> {
  const url = ['--url', 'http://127.0.0.1:9/hooks'] as const
  const { endpoint } = await change('endpoints create', ...account, ...url)
  const id = ['--id', endpoint.id] as const
  await createRedeemedGift(testApp, await createCups(testApp))
  const { data } = await json('deliveries', 'list', ...account)
  await change('deliveries resend', '--id', data[0].id)
  await change('endpoints change', ...id, '--description', 'CRM')
  await change('endpoints rotate', ...id)
  await change('endpoints change', ...id, '--ed25519')
  await change('endpoints rotate-key', ...id)
  await change('endpoints recover', ...id, '--since', new Date().toISOString())
  await change('endpoints disable', ...id)
  await change('endpoints enable', ...id)
  await change('endpoints delete', ...id)
}

async function changeParcels(): Promise<void> {
  const shop = await createCups(testApp)
  const id = await createRedeemedGift(testApp, shop)
  await manual.run()
  const [parcel] = await manual.parcels(id)
  const parcelId = ['--id', parcel?.id ?? ''] as const
  await change('parcels track', ...account, ...parcelId, '--code', '1Z5R89390357567127')
  await change('parcels scan', ...account, ...parcelId, '--state', 'in_transit')
  const other = await createRedeemedGift(testApp, shop)
  await manual.run()
  const reference = (await testApp.run((ctx) => gifting.find(ctx, other)))?.reference
  const csv = join(folder, 'shipped.csv')
  await writeFile(csv, `parcel,tracking number\n${reference},1Z5R89390357567127\n`)
  await change('parcels import', ...account, '--csv', csv)

  const refused = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'refused' } })
  await simulated.run()
  await change('orders retry', ...account, '--gift', refused)
  await change('mail clear-bounces', ...account, '--domain', 'example.com')
  const person = ['--email', 'grace@example.com'] as const
  await change('privacy export', ...account, ...person)
  await change('privacy erase', ...account, ...person)
}

test('every command that changes something leaves an entry in the audit log', async () => {
  await changeAccess()
  await changeWebhooks()
  await changeParcels()
  const program = await createProgram({ env, isJson: true, out: () => {}, err: () => {} })
  const services = program.commands.filter((command) => command.helpGroup() === 'The service:')
  const leaves = (command: Command, path: readonly string[]): string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((each) => leaves(each as Command, [...path, each.name()]))
  const commands = services.flatMap((each) => leaves(each as Command, [each.name()]))
  assert.deepEqual(commands.sort(), [...audited, ...Object.keys(withoutEntry)].sort())
})
