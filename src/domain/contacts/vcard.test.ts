import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isVCard, parseVCards } from './vcard.ts'

const parse = (text: string) => parseVCards(Buffer.from(text))
const card = (version: string, ...lines: string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n')
const cellsOf = async (text: string) => (await parse(text))[0]?.cells

describe('a vCard', () => {
  it('is read in version 3.0, with folded lines, groups and types', async () => {
    const text = card(
      '3.0',
      'N:Lärkin;Ada;;Dr.;',
      'FN:Ada Lärkin',
      'item1.EMAIL;TYPE=INTERNET,HOME:ada@home.example',
      'EMAIL;type=WORK:second@work.example',
      'EMAIL;type=WORK;type=pref:ada@wor',
      ' k.example',
      'TEL;TYPE=WORK:+49 30 1',
      'TEL;TYPE=CELL:+49 151 12345678',
      'ORG:Larkfield;Sales',
      'ADR;TYPE=work:;;1 Main St;Berlin;;10117;Germany',
      'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
      ' BBBB',
      'BDAY:1990-04-12',
      'CATEGORIES:Friends,VIP',
      'UID:urn:uuid:1',
    )
    assert.deepEqual(await cellsOf(text), {
      given_name: 'Ada',
      family_name: 'Lärkin',
      name: 'Ada Lärkin',
      work_email: 'ada@work.example second@work.example',
      private_email: 'ada@home.example',
      phone: '+49 151 12345678',
      country: 'Germany',
      department: 'Sales',
      birthday: '1990-04-12',
      groups: 'Friends;VIP',
      external_id: 'urn:uuid:1',
    })
  })

  it('is read in version 4.0', async () => {
    const text = card(
      '4.0',
      'FN:山田 太郎',
      'N:山田;太郎;;;',
      'EMAIL;PREF=2;TYPE=work:b@example.com',
      'EMAIL;PREF=1;TYPE=work:a@example.com',
      'TEL;VALUE=uri;TYPE="cell,voice":tel:+81-90-1234-5678;ext=1',
      'LANG;PREF=1:ja',
      'TZ:Asia/Tokyo',
      'BDAY:--0412',
    )
    assert.deepEqual(await cellsOf(text), {
      given_name: '太郎',
      family_name: '山田',
      name: '山田 太郎',
      work_email: 'a@example.com b@example.com',
      phone: '+81-90-1234-5678',
      language: 'ja',
      time_zone: 'Asia/Tokyo',
      birthday: '--04-12',
    })
  })

  // biome-ignore format: one birthday a line
  const birthdays: readonly [line: string, birthday: string | undefined][] = [
    ['BDAY:19900412',                               '1990-04-12'],
    ['BDAY:--04-12',                                '--04-12'],
    ['BDAY:--0229',                                 '--02-29'],
    ['BDAY:1996-10-22T14:00:00Z',                   '1996-10-22'],
    ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12',      '--04-12'],
    ['BDAY:1990',                                   undefined],
    ['BDAY;VALUE=text:circa 1800',                  undefined],
    ['BDAY:',                                       undefined],
  ]
  for (const [line, birthday] of birthdays)
    for (const version of ['3.0', '4.0'])
      it(`has the birthday ${birthday} for ${line} in version ${version}`, async () =>
        assert.equal((await cellsOf(card(version, 'FN:A', line)))?.birthday, birthday))

  it('has its line, and an error of its own', async () => {
    const text = [
      card('3.0', 'FN:One'),
      card('2.1', 'FN;ENCODING=QUOTED-PRINTABLE:=C3=85'),
      card('3.0', 'this is no property'),
      card('4.0', `NOTE:${'x'.repeat(100_000)}`),
      card('4.0', 'FN:Five'),
    ].join('\r\n')
    const rows = await parse(text)
    assert.deepEqual(
      rows.map(({ line, cells, errors }) => [line, cells.name, errors?.[0]?.message.slice(0, 14)]),
      [
        [1, 'One', undefined],
        [6, undefined, 'is a vCard 2.1'],
        [11, undefined, 'is damaged; ex'],
        [16, undefined, 'is longer than'],
        [21, 'Five', undefined],
      ],
    )
  })

  it('is recognized by its first line', () => {
    for (const text of ['BEGIN:VCARD\r\n', '\ufeffbegin:vcard\n', '\n BEGIN:VCARD'])
      assert.equal(isVCard(Buffer.from(text)), true)
    assert.equal(isVCard(Buffer.from('name;BEGIN:VCARD')), false)
  })

  it('is rejected in another encoding and as a file that is too large', async () => {
    const latin1 = Buffer.from(card('3.0', 'FN:Lärkin'), 'latin1')
    await assert.rejects(parseVCards(latin1), { code: 'invalid' })
    await assert.rejects(parse('x'.repeat(5_000_001)), { code: 'invalid' })
    await assert.rejects(parse('BEGIN:VCARD\n'.repeat(10_001)), { code: 'invalid' })
  })
})
