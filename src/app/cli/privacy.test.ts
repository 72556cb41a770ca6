import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { run } from './program.ts'

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createTestApp()
Object.assign(testApp.deployment, { cipher: createCipher(parseKeyring(key)) })
const shop = await createCatalogueFixture(testApp, [{ name: 'Cup', stock: { Red: 9 } }])

async function bestow(...args: string[]) {
  let out = ''
  let err = ''
  const env = { BESTOW_DATABASE_URL: testApp.url, BESTOW_SECRET_KEY: key, BESTOW_STAGE: 'staging' }
  const voice = {
    out: (line: string) => {
      out += `${line}\n`
    },
    err: (line: string) => {
      err += `${line}\n`
    },
  }
  const code = await run(args, env, voice)
  return { code, out, err }
}

it('prints all data of a person, and erases it', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const id = await shop.createGift({ recipient })
  const of = ['--account', testApp.account.id, '--email', 'Ada@Example.com']
  const exported = await bestow('privacy', 'export', ...of, '--json')
  assert.equal(exported.code, 0, exported.err)
  const { gift_requests } = JSON.parse(exported.out)
  assert.equal(gift_requests[0].recipient.first_name, 'Ada')
  const erased = await bestow('privacy', 'erase', ...of, '--json')
  assert.equal(erased.code, 0, erased.err)
  assert.deepEqual(JSON.parse(erased.out).erased.gift_request_ids, [id])
  const again = await bestow('privacy', 'erase', ...of)
  assert.match(again.out, /There is no data/)
  const { json } = await testApp.api.get(`/gift_requests/${id}`)
  assert.deepEqual([json.status, json.recipient.name], ['cancelled', ''])
})

it('rejects an unknown account', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  const { code, err } = await bestow(
    ...['privacy', 'erase', '--account', unknown, '--email', 'a@b.example', '--json'],
  )
  assert.equal(code, 1)
  assert.equal(JSON.parse(err).errors[0].code, 'not_found')
})
