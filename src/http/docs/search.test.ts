import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import fastify from 'fastify'
import { docs } from './index.ts'

/**
 * What people ask in their first hour with comparable products: gifting services, senders of webhooks, and
 * self-hosted apps. Each row is a query in their words, and the section that answers it.
 */
// biome-ignore format: read down the columns
const questions: [query: string, section: string][] = [
  // Developers: how do I test webhooks on localhost?
  ['test webhooks on localhost',             'cli#forwarding-webhooks'],
  ['receive webhooks locally',               'cli#forwarding-webhooks'],
  ['ngrok',                                  'cli#forwarding-webhooks'],
  // Why does my signature check fail?
  ['why does my signature check fail',       'webhooks#when-a-signature-check-fails'],
  ['signature verification failed',          'webhooks#when-a-signature-check-fails'],
  ['invalid signature',                      'webhooks#when-a-signature-check-fails'],
  ['raw body',                               'webhooks#when-a-signature-check-fails'],
  // My endpoint was down: how do I get the events that I missed?
  ['what happens when my endpoint is down',  'webhooks#recovering-missed-events'],
  ['missed webhooks',                        'webhooks#recovering-missed-events'],
  ['webhook retries',                        'webhooks#retries'],
  ['replay events',                          'webhooks#resending'],
  // Where do I get a token, what is the base URL, is there a sandbox?
  ['where do I get an API token',            'api#the-base-url-and-an-api-token'],
  ['api key',                                'api#the-base-url-and-an-api-token'],
  ['base url',                               'api#the-base-url-and-an-api-token'],
  ['is there a sandbox?',                    'testing#against-staging'],
  ['test mode',                              'testing#against-staging'],
  // Operators: how do I run it behind nginx, Caddy or Traefik, with HTTPS?
  ['nginx',                                  'self-hosting#nginx'],
  ['reverse proxy',                          'self-hosting#the-reverse-proxy-and-https'],
  ['https',                                  'self-hosting#the-reverse-proxy-and-https'],
  ['traefik',                                'self-hosting#the-reverse-proxy-and-https'],
  // Why are emails not sent, and how do I set up SMTP?
  ['emails not sent',                        'mail#when-emails-are-not-sent'],
  ['email not arriving',                     'mail#when-emails-are-not-sent'],
  ['spam folder',                            'mail#when-emails-are-not-sent'],
  ['set up SMTP',                            'mail#a-mail-server'],
  // I forgot the admin password. How do I create the first user?
  ['forgot admin password',                  'self-hosting#a-forgotten-password'],
  ['reset password',                         'self-hosting#a-forgotten-password'],
  ['locked out',                             'self-hosting#a-forgotten-password'],
  ['create first user',                      'self-hosting#the-first-account'],
  // Where is my data, can I use my own database, how do I back up and upgrade?
  ['where is my data stored',                'operations#where-data-is-stored'],
  ['external database',                      'operations#where-data-is-stored'],
  ['own postgres',                           'operations#your-own-postgresql'],
  ['backup',                                 'self-hosting#back-up-and-restore'],
  ['upgrade',                                'self-hosting#upgrade'],
  // The port is in use. Does it run on my machine?
  ['port 3000 in use',                       'operations#port-3000-is-in-use'],
  ['EADDRINUSE',                             'operations#port-3000-is-in-use'],
  ['docker compose',                         'self-hosting#install'],
  ['windows',                                'self-hosting#requirements'],
  // Senders: which countries can I ship to, and who pays for shipping?
  ['which countries can I ship to',          'catalogue#where-a-product-may-go'],
  ['who pays for shipping',                  'fulfilment#who-ships-and-who-pays-for-shipping'],
  ['international shipping',                 'fulfilment#who-ships-and-who-pays-for-shipping'],
  // What does it cost, and when am I charged?
  ['what does it cost',                      'questions/what-does-it-cost'],
  ['pricing',                                'spend#what-bestow-costs'],
  ['when am I charged',                      'spend#what-bestow-costs'],
  // How do I send to many people?
  ['send to many people',                    'admin-area#sending-to-many-people-from-a-csv-file'],
  ['csv upload',                             'admin-area#sending-to-many-people-from-a-csv-file'],
  ['bulk send',                              'admin-area#sending-to-many-people-from-a-csv-file'],
  // Support: what if the recipient never claims the gift, or the address is wrong?
  ['gift not claimed',                       'admin-area#when-a-recipient-does-not-claim-a-gift'],
  ['recipient never opens the gift',         'admin-area#when-a-recipient-does-not-claim-a-gift'],
  ['gift expired',                           'recipients#expired-gifts-and-other-pages'],
  ['wrong address',                          'admin-area#a-wrong-address'],
  // Can a recipient swap or decline a gift?
  ['swap gift',                              'recipients#swapping-the-gift-or-changing-the-address'],
  ['change address',                         'recipients#swapping-the-gift-or-changing-the-address'],
  ['decline a gift',                         'recipients#declining-a-gift'],
  // How long is an address stored?
  ['how long is the address stored',         'privacy#stored-data'],
  ['gdpr',                                   'privacy'],
]

/** Names that a reader copies from code, a message or a setting, and the URL of the first result. */
// biome-ignore format: read down the columns
const names: [query: string, path: string][] = [
  ['BESTOW_WEBHOOK_ALLOW_PRIVATE',           'operations#settings'],
  ['idempotency_key_reused',                 'reference#error-idempotency_key_reused'],
  ['gift_request_redeemed',                  'reference#gift_request_redeemed'],
  ['extend a gift request',                  'reference#extendGiftRequest'],
]

describe('the search of the documentation', () => {
  let search: (query: string) => { entry: readonly string[] }[]

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bestow-search-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const app = fastify()
    await app.register(docs({ origin: 'https://gifts.example.com', stage: 'production' }))
    after(() => app.close())
    const load = async (name: string) => {
      const { payload } = await app.inject(`/docs/${name}.js`)
      writeFileSync(join(folder, `${name}.mjs`), payload)
      return import(pathToFileURL(join(folder, `${name}.mjs`)).href)
    }
    const { default: MiniSearch } = await load('minisearch')
    const { default: entries } = await load('search-index')
    const { createSearch } = await load('create-search')
    search = createSearch(MiniSearch, entries)
  })

  const find = (query: string) =>
    search(query).map(({ entry: [url = ''] }) => url.replace('/docs/', ''))

  for (const [query, section] of questions)
    it(`has ${section} in the first three results for '${query}'`, () => {
      const first = find(query).slice(0, 3)
      assert.ok(first.includes(section), first.join(', '))
    })

  for (const [query, path] of names)
    it(`has ${path} as the first result for '${query}'`, () => {
      assert.equal(find(query)[0], path)
    })

  it('finds the forms of a word', () => {
    assert.deepEqual(find('webhook retry').slice(0, 3), find('webhooks retries').slice(0, 3))
  })

  it('corrects a word only if no entry has it', () => {
    assert.equal(find('signatrue check')[0], 'webhooks#when-a-signature-check-fails')
    assert.ok(!find('charged').includes('reference#updateVariant'))
  })

  it('finds entries with some of the words after those with all of them', () => {
    assert.ok(find('nginx xyzzyqwv').includes('self-hosting#nginx'))
    assert.deepEqual(find('xyzzyqwv'), [])
  })
})
