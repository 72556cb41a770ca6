import { emailDomain, toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { toSearchKeys, toSortName } from './names.ts'
import type { Contact } from './tables.ts'

/** The columns of a contact. The lists come from other tables, in the order of their entries. */
export const contactColumns = `c.id, c.given_name, c.family_name, c.display_name, c.salutation, c.phone, c.language, c.country,
  c.time_zone, c.manager_id, c.department, c.start_date, c.end_date, c.birthday, c.fields, c.consent, c.do_not_gift,
  c.do_not_gift_since, c.origins, c.created_at, c.updated_at,
  ${listSql('e.email', `contacts.email e where e.account_id = c.account_id and e.contact_id = c.id and e.kind = 'work'`)} as work_emails,
  ${listSql('e.email', `contacts.email e where e.account_id = c.account_id and e.contact_id = c.id and e.kind = 'private'`)} as private_emails,
  ${listSql('e.external_id', 'contacts.external_id e where e.account_id = c.account_id and e.contact_id = c.id')} as external_ids,
  array(select g.name from contacts.membership m
          join contacts.contact_group g on g.account_id = m.account_id and g.id = m.group_id
         where m.account_id = c.account_id and m.contact_id = c.id order by g.name_key) as groups`

function listSql(column: string, from: string): string {
  return `array(select ${column} from ${from} order by e.position)`
}

/** Finds contacts by id. The order of the result is not that of the ids. */
export const findAll = (ctx: TxContext, ids: readonly string[]): Promise<Contact[]> =>
  ctx.query<Contact>(
    `select ${contactColumns} from contacts.contact c where c.account_id = $1 and c.id = any ($2)`,
    [ctx.account_id, ids],
  )

export const listAfter = (
  ctx: TxContext,
  after: string | undefined,
  limit: number,
): Promise<Contact[]> =>
  ctx.query<Contact>(
    `select ${contactColumns} from contacts.contact c
      where c.account_id = $1 and ($2::uuid is null or c.id > $2) order by c.id limit $3`,
    [ctx.account_id, after ?? null, limit],
  )

/**
 * Finds the contacts that have one of these addresses or external ids. The array makes PostgreSQL look up the
 * keys once, and then the contacts by id. With a join, it scanned all contacts of the account for each key.
 */
export const findAllByKeys = (
  ctx: TxContext,
  email_keys: readonly string[],
  external_ids: readonly string[],
): Promise<Contact[]> =>
  ctx.query<Contact>(
    `select ${contactColumns} from contacts.contact c where c.account_id = $1 and c.id = any (array(
       select contact_id from contacts.email where account_id = $1 and email_key = any ($2)
       union
       select contact_id from contacts.external_id where account_id = $1 and external_id = any ($3)))`,
    [ctx.account_id, email_keys, external_ids],
  )

/**
 * Writes contacts with their lists, each new or changed. The
 * function does not wait for the statements.
 */
export function saveAll(
  ctx: TxContext,
  contacts: readonly Contact[],
  toGroupIds: (contact: Contact) => readonly string[],
): void {
  const { account_id } = ctx
  const ids = contacts.map(({ id }) => id)
  for (const table of ['email', 'external_id', 'membership', 'search_key'])
    ctx.enqueue(`delete from contacts.${table} where account_id = $1 and contact_id = any ($2)`, [
      account_id,
      ids,
    ])
  ctx.enqueue(
    `insert into contacts.contact select r.* from json_populate_recordset(null::contacts.contact, $1) r
     on conflict (account_id, id) do update set (${changing}) = (${changing.replace(/\w+/g, 'excluded.$&')})`,
    [JSON.stringify(contacts.map((contact) => toRow(account_id, contact)))],
  )
  insertLists(ctx, contacts, toGroupIds)
}

const changing =
  'given_name, family_name, display_name, salutation, sort_name, phone, language, country, time_zone, manager_id, ' +
  'department, start_date, end_date, birthday, fields, consent, do_not_gift, do_not_gift_since, origins, updated_at'

const toRow = (account_id: string, contact: Contact) => {
  const { work_emails: _, private_emails: __, external_ids: ___, groups: ____, ...row } = contact
  return { account_id, ...row, sort_name: toSortName(contact) }
}

function insertLists(
  ctx: TxContext,
  contacts: readonly Contact[],
  toGroupIds: (contact: Contact) => readonly string[],
): void {
  const { account_id } = ctx
  const rowsOf = (toRows: (contact: Contact) => object[]) =>
    contacts.flatMap((contact) =>
      toRows(contact).map((row) => ({ account_id, contact_id: contact.id, ...row })),
    )
  const tables: Readonly<Record<string, object[]>> = {
    email: rowsOf(({ work_emails, private_emails }) => [
      ...work_emails.map((email, position) => toEmailRow('work', email, position)),
      ...private_emails.map((email, position) => toEmailRow('private', email, position)),
    ]),
    external_id: rowsOf(({ external_ids }) =>
      external_ids.map((external_id, position) => ({ external_id, position })),
    ),
    membership: rowsOf((contact) => toGroupIds(contact).map((group_id) => ({ group_id }))),
    search_key: rowsOf(toSearchKeys),
  }
  for (const [table, rows] of Object.entries(tables))
    if (rows.length > 0)
      ctx.enqueue(
        `insert into contacts.${table} select r.* from json_populate_recordset(null::contacts.${table}, $1) r`,
        [JSON.stringify(rows)],
      )
}

const toEmailRow = (kind: 'work' | 'private', email: string, position: number) => ({
  email_key: toEmailKey(email),
  kind,
  position,
  email,
  domain_key: emailDomain(email),
})

export const remove = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('delete from contacts.contact where account_id = $1 and id = $2 returning id', [
    ctx.account_id,
    id,
  ])

/** Gives the reports of one manager to another. */
export const changeManager = (ctx: TxContext, from: string, to: string): void =>
  ctx.enqueue(
    `update contacts.contact set manager_id = $3, updated_at = $4
      where account_id = $1 and manager_id = $2 and id <> $3`,
    [ctx.account_id, from, to, ctx.now],
  )
