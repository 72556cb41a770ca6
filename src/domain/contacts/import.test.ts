import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTable } from '#platform/tables/index'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import * as contacts from './index.ts'

const app = await createTestApp()

const read = (csv: string) => contacts.toImportRows(readTable(csv, contacts.getReadOptions()))
const check = (csv: string, options = {}) =>
  app.run((ctx) => contacts.checkImport(ctx, read(csv), options))
const load = (csv: string, options = {}) =>
  app.run((ctx) =>
    contacts.importRows(ctx, read(csv), { source: 'import', file_name: 'people.csv', ...options }),
  )
const findByEmail = async (search: string) => {
  const page = { limit: 5, order: 'asc' } as const
  const { data } = await app.run((ctx) => contacts.browseContacts(ctx, { search }, page))
  return data[0]
}
const messagesOf = (results: readonly contacts.ImportResult[]) =>
  results.flatMap(({ line, errors, warnings }) =>
    [...errors, ...warnings].map(({ column, message }) => `${line} ${column}: ${message}`),
  )

describe('the columns of a file', () => {
  // biome-ignore format: one header a line
  const headers: readonly string[] = [
    'Employee ID,First name,Last name,Work email,Personal email,Date of birth,Hire date,Department',
    'Personalnummer;Vorname;Nachname;E-Mail;E-Mail privat;Geburtsdatum;Eintrittsdatum;Abteilung',
    'Matricule;Prénom;Nom;Adresse e-mail;E-mail personnel;Date de naissance;Date d’embauche;Service',
    'Número de empleado;Nombre;Apellidos;Correo electrónico;Correo personal;Fecha de nacimiento;Fecha de ingreso;Departamento',
    '社員番号,名,姓,メールアドレス,個人メールアドレス,生年月日,入社日,部署',
  ]
  for (const header of headers)
    it(`are recognized: ${header}`, () => {
      const delimiter = header.includes(';') ? ';' : ','
      const [row] = read(`${header}\n${'12345678'.split('').join(delimiter)}\n`)
      assert.deepEqual(row?.cells, {
        external_id: '1',
        given_name: '2',
        family_name: '3',
        work_email: '4',
        private_email: '5',
        birthday: '6',
        start_date: '7',
        department: '8',
      })
    })

  it('must identify people', () =>
    assert.throws(() => read('Colour,Size\nred,M\n'), { code: 'invalid' }))
})

describe('an import', () => {
  const file =
    'Employee ID,Name,Email,Manager,Country,Language,Groups,field: Size,Birthday\n' +
    'I-1,"Hopper, Grace",grace@import.example,I-2,Germany,Deutsch,Navy; Code,M,12.04.1990\n' +
    'I-2,Ada Larkin,ada@import.example,,FR,fr,Code,,--02-29\n'

  it('is checked without changes, then creates contacts, and changes nothing again', async () => {
    assert.deepEqual(pluck(await check(file), 'status'), ['created', 'created'])
    assert.equal(await findByEmail('grace@import.example'), undefined)
    assert.deepEqual(pluck(await load(file), 'status'), ['created', 'created'])
    const grace = await findByEmail('grace@import.example')
    assert.deepEqual([grace?.given_name, grace?.family_name], ['Grace', 'Hopper'])
    assert.deepEqual([grace?.country, grace?.language, grace?.birthday], ['DE', 'de', '1990-04-12'])
    assert.deepEqual([grace?.groups, grace?.fields], [['Code', 'Navy'], { Size: 'M' }])
    const { source, name } = grace?.origins.birthday ?? {}
    assert.deepEqual([source, name], ['import', 'people.csv'])
    // The manager was a later row of the same batch, so only the second pass finds it.
    assert.deepEqual(pluck(await load(file), 'status'), ['changed', 'unchanged'])
    const ada = await findByEmail('ada@import.example')
    assert.equal((await findByEmail('grace@import.example'))?.manager_id, ada?.id)
    assert.deepEqual(pluck(await load(file), 'status'), ['unchanged', 'unchanged'])
  })

  it('finds a person by the external id, and puts a new address first', async () => {
    await load('Employee ID,Email\nM-1,old@import.example\n')
    const [result] = await load('Employee ID,Email\nM-1,new@import.example\n')
    assert.deepEqual([result?.status, result?.changed], ['changed', ['work_emails']])
    const found = await findByEmail('new@import.example')
    assert.deepEqual(found?.work_emails, ['new@import.example', 'old@import.example'])
  })

  it('rejects rows with their line and column, and imports the others', async () => {
    const rows =
      'Employee ID,Email,Phone,Start date,Country\n' +
      'R-1,r1@import.example,,,\n' +
      'R-2,no address,12,31.04.2024,Narnia\n' +
      'R-1,r3@import.example,,,\n' +
      'R-4,r4@import.example,,,#N/A\n' +
      'M-1,ada@import.example,,,\n'
    const results = await load(rows)
    assert.deepEqual(pluck(results, 'status'), [
      ...['created', 'rejected', 'rejected', 'rejected', 'rejected'],
    ])
    const messages = messagesOf(results)
    for (const expected of [
      /^3 start_date: must be a day/,
      /^3 work_email: must be an email address/,
      /^3 phone: must be a number with its country/,
      /^3 country: must be a country code/,
      /^4 external_id: is also in line 2/,
      /^5 country: is an error value/,
      /^6 external_id: and the addresses of this row belong to several contacts/,
    ])
      assert.ok(
        messages.some((message) => expected.test(message)),
        String(expected),
      )
  })

  it('asks for the order of day and month', async () => {
    const rows = 'Email,Birthday\nd1@import.example,03/04/1990\n'
    assert.match(messagesOf(await check(rows))[0] ?? '', /^2 birthday: can be two days/)
    assert.deepEqual(pluck(await load(rows, { date_order: 'day_first' }), 'status'), ['created'])
    assert.equal((await findByEmail('d1@import.example'))?.birthday, '1990-04-03')
  })

  it('warns about an unknown manager', async () => {
    const results = await check('Email,Manager\nw1@import.example,unknown@import.example\n')
    assert.deepEqual(pluck(results, 'status'), ['created'])
    assert.match(
      messagesOf(results)[0] ?? '',
      /^2 manager: is the address or the external id of no/,
    )
  })

  it('does not clear values with empty cells', async () => {
    await load('Email,Department\ne1@import.example,Sales\n')
    const [result] = await load('Email,Department,Name\ne1@import.example,,E One\n')
    assert.deepEqual(result?.changed, ['given_name', 'family_name'])
    assert.equal((await findByEmail('e1@import.example'))?.department, 'Sales')
  })
})

describe('two names of one contact', () => {
  const contact = { given_name: 'Two', work_emails: ['two@keys.example'], external_ids: ['K-2'] }

  it('are rejected in two rows of a file, which would change the contact twice', async () => {
    await app.run((ctx) => contacts.createContact(ctx, contact))
    const results = await load('Employee ID,Email,Department\n,two@keys.example,A\nK-2,,B\n')
    assert.deepEqual(pluck(results, 'status'), ['changed', 'rejected'])
    assert.match(messagesOf(results)[0] ?? '', /^3 external_id: .* same contact as line 2/)
  })

  it('are each enough for a row without a name', async () => {
    const [result] = await load('Employee ID,Department\nK-2,Sales\n')
    assert.deepEqual([result?.status, result?.name], ['changed', 'Two'])
  })

  it('cannot be one address for work and private use', async () => {
    const results = await load(
      'Email,Personal email\nboth@keys.example,BOTH@keys.example\nok@keys.example,\n',
    )
    assert.deepEqual(pluck(results, 'status'), ['rejected', 'created'])
    assert.match(messagesOf(results)[0] ?? '', /^2 private_email: is a work address of this row/)
  })

  it('cannot become more ids or own fields than a contact has', async () => {
    for (let id = 3; id <= 11; id += 1) await load(`Employee ID,Email\nK-${id},two@keys.example\n`)
    const full = await load('Employee ID,Email\nK-12,two@keys.example\n')
    assert.match(messagesOf(full)[0] ?? '', /^2 external_id: .* at most 10 entries/)
    const header = (first: number) =>
      Array.from({ length: 20 }, (_, index) => `field: f${first + index}`).join(',')
    const row = `two@keys.example${',x'.repeat(20)}\n`
    assert.equal((await load(`Email,${header(1)}\n${row}`))[0]?.status, 'changed')
    const many = await load(`Email,${header(21)}\n${row}`)
    assert.match(messagesOf(many)[0] ?? '', /^2 fields: .* at most 30 entries/)
  })
})
