import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectPreset, presets, readTable, withoutUnknownYear } from '#platform/tables/index'
import { createTestApp } from '#test/api-harness'
import * as contacts from './index.ts'

/*
 * Files of other products. Of the four whose documents were searched, only Snappy documents the columns of its files
 * (docs/moving.md); the other files here have usual names.
 */

const app = await createTestApp()

const header =
  'First Name,Last Name,Email,Phone Number,Country,Employee ID,Department,Hire Date,Birthday'
const rows = [
  'Ada,Larkin,ada@snappy.example,415-555-2671,US,E-1,Sales,03/04/2019,04/12/2001',
  'José,Núñez,jose@snappy.example,,GB,E-2,Legal,11/30/2021,07/04',
  'Mia,,mia@snappy.example,,DE,E-3,,1/9/2020,12/31/1988',
]
const file = [header, ...rows].join('\n')

const swap = (line: string) => {
  const [first, ...others] = line.split(',')
  return [...others, first].join(',')
}

// biome-ignore format: one file a line
const variants: readonly (readonly [string, string | Buffer])[] = [
  ['as documented',              file],
  ['with a byte order mark',     `\ufeff${file}`],
  ['with semicolons',            file.replaceAll(',', ';')],
  ['with tabs and Windows line ends', file.replaceAll(',', '\t').replaceAll('\n', '\r\n')],
  ['in another order',           [header, ...rows].map(swap).join('\n')],
  ['with further columns',       [`${header},Shirt Size,Sub Account`, ...rows.map((row) => `${row},M,East`)].join('\n')],
  ['in the encoding of Excel',   Buffer.from(file, 'latin1')],
  ['with a title above',         `Recipients,,,,,,,,\n${file}`],
]

const read = (content: string | Buffer) =>
  readTable(
    typeof content === 'string' ? content : new Uint8Array(content),
    contacts.getReadOptions(),
  )

const values = [
  ['Ada', 'Larkin', 'ada@snappy.example', 'E-1', '2019-03-04', '--04-12', 'US'],
  ['José', 'Núñez', 'jose@snappy.example', 'E-2', '2021-11-30', '--07-04', 'GB'],
  ['Mia', '', 'mia@snappy.example', 'E-3', '2020-01-09', '1988-12-31', 'DE'],
]

describe('a file of Snappy', () => {
  for (const [name, content] of variants)
    it(`is recognized and imported ${name}`, async () => {
      const table = read(content)
      const preset = detectPreset(table)
      assert.equal(preset, 'snappy')
      const { date_order } = presets.snappy
      const importRows = contacts.toImportRows(table, { preset })
      const results = await app.run((ctx) =>
        contacts.importRows(ctx, importRows, {
          source: 'import',
          file_name: 'snappy.csv',
          date_order,
        }),
      )
      assert.deepEqual(
        results.flatMap(({ errors }) => errors),
        [],
      )
      const page = { limit: 5, order: 'asc' } as const
      for (const [
        given_name,
        family_name,
        email = '',
        id,
        start_date,
        birthday,
        country,
      ] of values) {
        const { data } = await app.run((ctx) =>
          contacts.browseContacts(ctx, { search: email }, page),
        )
        const [contact] = data
        assert.ok(contact, email)
        assert.deepEqual(
          [
            contact.given_name,
            contact.family_name,
            contact.external_ids[0],
            contact.start_date,
            contact.birthday,
            contact.country,
          ],
          [given_name, family_name, id, start_date, birthday, country],
        )
      }
    })

  it('has birthdays without the year that the product added, also after a spreadsheet rewrote them', () => {
    const birthdays = ['04/12/2001', '12.04.2001', '2001-04-12', '04/12/1999', '04/12', '2001/4/12']
    assert.deepEqual(
      birthdays.map((birthday) => withoutUnknownYear(birthday, 'snappy')),
      ['04/12', '12.04.', '--04-12', '04/12/1999', '04/12', '2001/4/12'],
    )
  })

  it('keeps a birthday of 2001 if a person says that the file is from another program', () => {
    const [row] = contacts.toImportRows(read(file))
    assert.equal(row?.cells.birthday, '04/12/2001')
  })
})

describe('a file that is not of Snappy', () => {
  // biome-ignore format: one file a line
  const others: readonly (readonly [string, string])[] = [
    ['has days before months',     [header, 'Ada,Larkin,a@b.example,,GB,E-1,,13/04/2019,'].join('\n')],
    ['has names of countries',     [header, 'Ada,Larkin,a@b.example,,Germany,E-1,,03/04/2019,'].join('\n')],
    ['has ISO dates',              [header, 'Ada,Larkin,a@b.example,,GB,E-1,,2019-04-03,'].join('\n')],
    ['has no dates',               'First Name,Email,Country\nAda,a@b.example,US'],
    ['has no country',             'First Name,Email,Hire Date\nAda,a@b.example,03/04/2019'],
    ['has other names',            'Name,E-mail,Land,Eintrittsdatum\nAda,a@b.example,DE,03/04/2019'],
  ]
  for (const [name, content] of others)
    it(`is not taken for one: it ${name}`, () => {
      assert.equal(detectPreset(read(content)), undefined)
    })

  it('of a product without documented columns is read by their usual names', () => {
    const [row] = contacts.toImportRows(
      read(
        'Recipient Name,Email Address,Mobile Phone,Company\nAda Larkin,ada@x.example,+14155552671,Larkfield',
      ),
    )
    assert.deepEqual(row?.cells, { work_email: 'ada@x.example', phone: '+14155552671' })
  })
})
