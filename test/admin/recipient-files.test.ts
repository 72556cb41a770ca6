import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildWorkbook } from '#test/build-workbook'
import { encodeText } from '#test/encode-text'

// imports the file at run time, because the compiler checks the web app as a separate program
const webFile = (path: string) => `#web-src/${path}`
const { parseTableFile } = await import(webFile('components/files/table-file'))
const { findLostZeros, parsePasted, recipientTable, toRows } = await import(
  webFile('pages/send/parse-recipients')
)

interface Row {
  fields?: Readonly<Record<string, string>>
  cells: Readonly<Record<string, string | undefined>>
}

const read = (content: string | Uint8Array): Row[] => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { table, columns } = parseTableFile('list', bytes, recipientTable, {})
  return toRows(table, columns)
}
type Rows = readonly Row[]
const people = (rows: Rows) =>
  rows.map(({ cells: { first_name, last_name, email } }) => `${first_name}|${last_name}|${email}`)
const address = (rows: Rows) => {
  const { line_1, line_2, postal_code, city, region, country, phone } = rows[0]?.cells ?? {}
  return [line_1, line_2, postal_code, city, region, country, phone]
    .map((each) => each ?? '')
    .join('|')
}

describe('a list of an exporter', () => {
  // biome-ignore format: one file a line
  const files: readonly (readonly [string, string | Uint8Array, readonly string[], string?])[] = [
    ['HubSpot', '"Record ID","First Name","Last Name","Email","Phone Number","Contact owner"\n"101","Ada","Larkin","ada@corp.example","+49 30 1234","Sam"\n', ['Ada|Larkin|ada@corp.example'], '||||||+49 30 1234'],
    ['Salesforce', '"First Name","Last Name","Mailing Street","Mailing City","Mailing State/Province","Mailing Zip/Postal Code","Mailing Country","Email"\n"Ada","Larkin","1 High St","York","","YO1 7EP","United Kingdom","ada@corp.example"\n', ['Ada|Larkin|ada@corp.example'], '1 High St||YO1 7EP|York||GB|'],
    ['Mailchimp', 'Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME\nada@corp.example,Ada,Larkin,,,2,2026-01-01\n', ['Ada|Larkin|ada@corp.example']],
    ['Google contacts', 'First Name,Middle Name,Last Name,Phonetic First Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Address 1 - Country\nAda,,Larkin,,* Work,ada@corp.example,Mobile,+44 20 1,1 High St,York,YO1 7EP,UK\n', ['Ada|Larkin|ada@corp.example'], '1 High St||YO1 7EP|York||GB|+44 20 1'],
    ['Outlook contacts', '"First Name","Last Name","E-mail Address","E-mail Type","E-mail Display Name","Business Street","Business City","Business Postal Code","Business Country/Region","Mobile Phone"\n"Ada","Larkin","ada@corp.example","SMTP","Ada Larkin (ada@corp.example)","Hauptstr. 1","Leipzig","04109","Deutschland","0151 1"\n', ['Ada|Larkin|ada@corp.example'], 'Hauptstr. 1||04109|Leipzig||DE|0151 1'],
    ['LinkedIn', 'Notes:\n"When exporting your connection data, you may notice that some addresses are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nAda,Larkin,https://www.linkedin.example/in/ada,ada@corp.example,Corp,CTO,01 May 2026\n', ['Ada|Larkin|ada@corp.example']],
    ['Shopify customers', 'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone\n\'6036,Ada,Larkin,ada@corp.example,yes,,1 Main St,Apt 2,Boston,MA,US,\'02138,,\n', ['Ada|Larkin|ada@corp.example'], '1 Main St|Apt 2|02138|Boston|MA|US|'],
    ['WooCommerce orders', 'Order Number,First Name (Billing),Last Name (Billing),Email (Billing),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Phone (Billing)\n12,Ada,Larkin,ada@corp.example,1 Main St,Boston,MA,02138,US,\n', ['Ada|Larkin|ada@corp.example'], '1 Main St||02138|Boston|MA|US|'],
    ['BambooHR', '"Name","Work Email"\n"Larkin, Ada","ada@corp.example"\n', ['Ada|Larkin|ada@corp.example']],
    ['Excel in German', encodeText('Vorname;Name;E-Mail;Straße;PLZ;Ort;Land\nJürgen;Müller;j@corp.example;Hauptstr. 1;4109;Leipzig;Deutschland\n', 'windows-1252'), ['Jürgen|Müller|j@corp.example'], 'Hauptstr. 1||4109|Leipzig||DE|'],
    ['Excel in French', encodeText('Prénom;Nom;Courriel;Pays\nChloé;Lefèvre;c@corp.example;France\n', 'windows-1252'), ['Chloé|Lefèvre|c@corp.example'], '|||||FR|'],
    ['Excel on an old Mac', encodeText('Prénom;Nom;Courriel\nChloé;Lefèvre;c@corp.example\n', 'macintosh'), ['Chloé|Lefèvre|c@corp.example']],
    ['Excel in Spanish', encodeText('Nombre;Apellidos;Correo electrónico\nIñigo;Muñoz;i@corp.example\n', 'windows-1252'), ['Iñigo|Muñoz|i@corp.example']],
    ['Excel in Italian', 'Nome;Cognome;Indirizzo e-mail\nAda;Rossi;a@corp.example\n', ['Ada|Rossi|a@corp.example']],
    ['Excel in Dutch', 'Voornaam;Achternaam;E-mailadres\nJan;van der Berg;j@corp.example\n', ['Jan|van der Berg|j@corp.example']],
    ['Excel in Polish', encodeText('Imię;Nazwisko;Adres e-mail\nŁukasz;Wiśniewski;l@corp.example\n', 'windows-1250'), ['Łukasz|Wiśniewski|l@corp.example']],
    ['Excel in Portuguese', 'Nome;Sobrenome;E-mail\nJoão;Silva;j@corp.example\n', ['João|Silva|j@corp.example']],
    ['Excel in Japanese', encodeText('姓,名,メールアドレス,郵便番号,都道府県\n山田,太郎,t@corp.example,100-0001,東京都\n', 'shift_jis'), ['太郎|山田|t@corp.example'], '||100-0001||東京都||'],
    ['Excel in Chinese', encodeText('姓名,邮箱\n王小明,w@corp.example\n', 'gb18030'), ['小明|王|w@corp.example']],
    ['Excel in Korean', encodeText('이름,이메일\n김민수,k@corp.example\n', 'euc-kr'), ['민수|김|k@corp.example']],
    ['Excel in Arabic', encodeText('الاسم,البريد الإلكتروني\nمحمد علي,m@corp.example\n', 'windows-1256'), ['محمد|علي|m@corp.example']],
    ['Excel as “Unicode text”', encodeText('\ufeffName\tE-mail\r\nAda Larkin\tada@corp.example\r\n', 'utf-16le'), ['Ada|Larkin|ada@corp.example']],
    ['Excel as a workbook', buildWorkbook([{ name: 'Staff', rows: [['Staff of 2026'], [], ['First name', 'Last name', 'Email', 'Zip', 'Country'], ['Ada', 'Larkin', 'ada@corp.example', { number: 2138, format: '00000' }, 'USA']] }]), ['Ada|Larkin|ada@corp.example'], '||02138|||US|'],
    ['a mainframe, lines ended by NEL', 'First name,Last name,Email\u0085Ada,Larkin,ada@corp.example\u0085', ['Ada|Larkin|ada@corp.example']],
    ['a word processor', '“First name”,“Last name”,“Email”\n“Ada”,“Larkin”,“ada@corp.example”\n', ['Ada|Larkin|ada@corp.example']],
    ['a keyboard for Japanese', '姓,名,メールアドレス\n山田,太郎,ｔａｒｏ＠ｃｏｒｐ．ｅｘａｍｐｌｅ\n', ['太郎|山田|taro@corp.example']],
    ['a person in one cell', 'Person\nAda Larkin <ada@corp.example>\n"Byron, Max" <max@corp.example>\n'.replaceAll('"', ''), ['Ada|Larkin|ada@corp.example', 'Max|Byron|max@corp.example']],
    ['no header', 'ada@corp.example;Ada;Larkin\nmax@corp.example;Max;Byron\n', ['Ada|Larkin|ada@corp.example', 'Max|Byron|max@corp.example']],
  ]
  for (const [name, content, expected, expectedAddress] of files)
    it(`is read as people: ${name}`, () => {
      const rows = read(content)
      assert.deepEqual(people(rows), expected)
      if (expectedAddress !== undefined) assert.equal(address(rows), expectedAddress)
    })

  it('offers the zeros that postcodes have lost', () => {
    const rows = read(
      'Email,First name,Last name,Zip,Country\na@corp.example,A,B,4109,Germany\nb@corp.example,A,B,04109,DE\n',
    )
    assert.deepEqual([...findLostZeros(rows)], [[0, '04109']])
  })
})

describe('a pasted list', () => {
  // biome-ignore format: one list a line
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Larkin, Ada <ada@corp.example>; Byron, Max <max@corp.example>; Turing, Alan <alan@corp.example>', ['Ada|Larkin|ada@corp.example', 'Max|Byron|max@corp.example', 'Alan|Turing|alan@corp.example']],
    ['Ada Larkin <ada@corp.example>, Max Byron <max@corp.example>, alan@corp.example', ['Ada|Larkin|ada@corp.example', 'Max|Byron|max@corp.example', '||alan@corp.example']],
    ['ada@corp.example; max@corp.example', ['||ada@corp.example', '||max@corp.example']],
    ['"Larkin, Ada" <ada@corp.example>\n山田 太郎 <t@corp.example>', ['Ada|Larkin|ada@corp.example', '太郎|山田|t@corp.example']],
    ['First name\tLast name\tEmail\nAda\tLarkin\tada@corp.example', ['Ada|Larkin|ada@corp.example']],
    ['"Name","Email"\n"Larkin, Ada","ada@corp.example"', ['Ada|Larkin|ada@corp.example']],
  ]
  for (const [text, expected] of lists)
    it(`is read as people: ${text.slice(0, 40)}`, () =>
      assert.deepEqual(people(parsePasted(text)), expected))
})

describe('pasted people', () => {
  const people: readonly (readonly [string, readonly string[]])[] = [
    [
      'To: Ada Larkin <ada@corp.example>, Max <max@corp.example>',
      ['Ada|Larkin|ada@corp.example', 'Max||max@corp.example'],
    ],
    [
      'An: Jürgen Müller <j@corp.example>\nCc: max@corp.example',
      ['Jürgen|Müller|j@corp.example', '||max@corp.example'],
    ],
    [
      '• Ada Larkin – ada@corp.example\n• Max Byron – max@corp.example',
      ['Ada|Larkin|ada@corp.example', 'Max|Byron|max@corp.example'],
    ],
    ['1. ada@corp.example\n2) max@corp.example', ['||ada@corp.example', '||max@corp.example']],
  ]
  for (const [text, expected] of people)
    it(`have no marks of their list: ${JSON.stringify(text)}`, () => {
      const rows: Row[] = parsePasted(text)
      assert.deepEqual(
        rows.map(
          ({ cells: { first_name = '', last_name = '', email } }) =>
            `${first_name}|${last_name}|${email}`,
        ),
        expected,
      )
    })
})

it('names the other columns of a file as fields of the message, each name once', () => {
  const file = [
    'First name,Last name,Email,City,Company,Straße & Nr.,会社,Company,Region code,,Empty,Reason',
    'Ada,Larkin,a@corp.example,York,Acme,"High St\n1",会,Acme Inc,N,x,,r',
    'Max,Larkin,m@corp.example,Bonn',
  ]
  const [ada, max] = read(file.join('\n'))
  assert.deepEqual(ada?.fields, {
    company: 'Acme',
    strasse_nr: 'High St\n1',
    column_g: '会',
    company_h: 'Acme Inc',
    region_code: 'N',
    reason_l: 'r',
  })
  assert.equal(max?.fields?.company, '')
  assert.equal(read('Ada Larkin,a@corp.example,Acme')[0]?.fields, undefined, 'no header')
})
