import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { buildWorkbook } from '#test/build-workbook'
import { encodeText } from '#test/encode-text'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const client = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

let count = 0
async function createVariant(): Promise<{ product_id: string; id: string }> {
  const variant = { sku: `C-${++count}`, name: 'Card', images: [] }
  const body = { name: 'Card', description: '', kind: 'digital', images: [], variants: [variant] }
  const { json } = await client.post('/products', body)
  return { product_id: json.id, id: json.variants[0].id }
}

const path = (id: string) => `/catalogue/variants/${id}/codes/import`
const check = async (body: object) => {
  const { id } = await createVariant()
  return client.post(path(id), { ...body, dry_run: true })
}
const toContent = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const messageOf = ({ json }: { json: { errors: { param: string; message: string }[] } }) =>
  json.errors.map(({ param, message }) => `${param} ${message}`).join()

describe('a list of codes', () => {
  // biome-ignore format: one list a line
  const lists: readonly (readonly [string, string, readonly string[]])[] = [
    ['a header that names no known column', 'Reward number\nLARK-7KQ2-0001\nLARK-9MXD-0002\n', ['2 0001 14 -', '3 0002 14 -']],
    ['the header of a shop', 'Voucher code\nLARK-7KQ2-0001\n', ['2 0001 14 -']],
    ['the columns of an issuer', 'Card number,PIN\n6036280000000001,4001\n', ['2 0001 16 pin']],
    ['a German header', 'Gutscheincode;Geheimzahl;Gültig bis\nLARK-7KQ2-0001;12;2027-12-31\n', ['2 0001 14 pin']],
    ['the line of a separator', 'sep=;\ncode;pin\nLARK-7KQ2-0001;4001\n', ['3 0001 14 pin']],
    ['texts of formulas', 'code\n="00420042"\n', ['2 42 8 -']],
    ['quotation marks', '"LARK-7KQ2-0001"\n"LARK-7KQ2-0002"\n', ['1 0001 14 -', '2 0002 14 -']],
    ['commas in codes', 'LARK-7KQ2-00,1\nLARK-7KQ2-0002\n', ['1 00,1 14 -', '2 0002 14 -']],
    ['invisible marks', 'code\n\u200bLARK-7KQ2-0001\ufeff\n', ['2 0001 14 -']],
  ]
  for (const [name, text, expected] of lists)
    it(`has ${name}`, async () => {
      const { json, text: reply } = await check({ text })
      assert.equal(json.invalid_count, 0, reply)
      const samples = json.samples.map(
        ({ line, last_four, length, has_pin }: Record<string, unknown>) =>
          `${line} ${last_four} ${length} ${has_pin ? 'pin' : '-'}`,
      )
      assert.deepEqual(samples, expected)
    })

  it('shows its first codes and its last one, without their secret part', async () => {
    const codes = Array.from({ length: 9 }, (_, index) => `SECRET-${index}-000${index}`)
    const { json, text } = await check({ text: codes.join('\n') })
    assert.deepEqual(pluck(json.samples, 'line'), [1, 2, 3, 9])
    assert.doesNotMatch(text, /SECRET/)
  })

  it('is a workbook or a file in another encoding', async () => {
    const rows = [
      ['Kartennummer', 'Geheimzahl'],
      ['6036-0001', { number: 42, format: '0000' }],
    ]
    const workbook = await check({ content: toContent(buildWorkbook([{ name: 'Codes', rows }])) })
    assert.equal(workbook.json.samples[0]?.has_pin, true)
    const bytes = encodeText('Gutscheincode;Gültig bis\nLARK-0001;2027-12-31\n', 'windows-1252')
    assert.equal(
      (await check({ content: toContent(bytes) })).json.samples[0]?.expires_on,
      '2027-12-31',
    )
  })

  it('never has the header or two columns as a code: it asks for the column', async () => {
    const asked = await check({ text: 'Nr,Geheim\n6036280000000001,4001\n' })
    assert.equal(asked.status, 422)
    assert.match(
      messageOf(asked),
      /text has the columns “Nr”, “Geheim”; name the column of the codes/,
    )
    const without = await check({ text: '6036280000000001,4001\n6036280000000002,4002\n' })
    assert.equal(without.status, 422)
    const text = 'Nr,Geheim\n6036280000000001,4001\n'
    const chosen = await check({ text, format: { header_line: 1, columns: { code: 0, pin: 1 } } })
    assert.deepEqual([chosen.json.new_count, chosen.json.samples[0].has_pin], [1, true])
    const wrong = await check({ text, format: { columns: { code: 0, colour: 1 } } })
    assert.match(messageOf(wrong), /has no column “colour”/)
  })

  it('has no values that a spreadsheet has destroyed', async () => {
    const text = 'code,pin\n6.03628E+15,1\n#N/A,1\n########,1\n=A1&B1,1\nLARK-1,1.2E+05\nLARK-2,1\n'
    const { json } = await check({ text })
    assert.deepEqual([json.new_count, json.invalid_count], [1, 5])
    assert.match(json.invalid[0].message, /has a code that was rounded by a spreadsheet/)
    assert.match(json.invalid[4].message, /has a PIN that was rounded/)
    const workbook = buildWorkbook([{ name: 'S', rows: [['code'], [6036280000000001]] }])
    assert.match(
      (await check({ content: toContent(workbook) })).json.invalid[0].message,
      /rounded by a spreadsheet/,
    )
  })
})

describe('a code that is written differently in a second list', () => {
  it('is left out, unless the admin says otherwise', async () => {
    const [one, other] = [await createVariant(), await createVariant()]
    await client.post(path(one.id), { text: 'LARK-Q7-0001\n6036 2800 Q7 0001' })
    const text = 'lark-q7-0001\nLARKQ70001\nLARK–Q7–0001\n60362800Q70001\nNEW-Q7-1\nnew q7 1\n'
    const { json } = await client.post(path(other.id), { text, dry_run: true })
    assert.deepEqual([json.new_count, json.similar_count, json.duplicate_count], [1, 5, 0])
    assert.match(
      json.similar[0].message,
      /^may be the same code as one imported on \d{4}-\d\d-\d\d$/,
    )
    assert.match(json.similar.at(-1).message, /^may be the same code as line 5$/)
    const rejected = await client.post(path(other.id), { text })
    assert.match(
      messageOf(rejected),
      /leave it out with skip_duplicates, or import it with include/,
    )
    const skipped = await client.post(path(other.id), { text, skip_duplicates: true })
    assert.equal(skipped.json.new_count, 1)
    const included = await client.post(path(other.id), {
      text: 'lark-q7-0001',
      include_similar: true,
    })
    assert.deepEqual([included.status, included.json.new_count], [201, 1])
  })

  it('is found among codes of an earlier version', async () => {
    const [one, other] = [await createVariant(), await createVariant()]
    await client.post(path(one.id), { text: 'EARLY-Q8-0001' })
    await testApp.run((ctx) =>
      ctx.query('update digital.code set similar_digest = null where account_id = $1', [
        ctx.account_id,
      ]),
    )
    const { json } = await client.post(path(other.id), { text: 'early-q8-0001', dry_run: true })
    assert.equal(json.similar_count, 1)
  })
})

describe('an import of codes', () => {
  it('is revoked in one step, except for the codes that gifts have', async () => {
    const { product_id, id } = await createVariant()
    await client.post(path(id), { text: 'KEEP-Q9-1' })
    const { json } = await client.post(path(id), { text: 'WRONG-Q9-1\nWRONG-Q9-2' })
    const imports = `/catalogue/variants/${id}/code-imports`
    const listed = (await client.get(imports)).json.data
    assert.equal(listed.length, 2)
    assert.deepEqual([listed[0].id, listed[0].total, listed[0].free], [json.import_id, 2, 2])
    const revoke = `${imports}/${json.import_id}/revoke`
    assert.equal((await sender.post(revoke, { reason: 'wrong' })).status, 403)
    assert.deepEqual((await client.post(revoke, { reason: 'wrong list' })).json, {
      revoked: 2,
      given: 0,
    })
    assert.deepEqual((await client.post(revoke, { reason: 'again' })).json, {
      revoked: 0,
      given: 0,
    })
    const [variant] = (await client.get(`/products/${product_id}`)).json.variants
    const { codes } = variant.digital
    assert.deepEqual([codes.free, codes.revoked], [1, 2])
    assert.equal((await client.post(`${imports}/unknown/revoke`, { reason: 'x' })).status, 404)
    const entries = await client.get(`/audit?subject_id=${id}&action=variant.revoke_import`)
    assert.equal(entries.json.data[0].details.revoked, 2)
  })
})
