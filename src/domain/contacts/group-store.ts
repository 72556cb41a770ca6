import type { TxContext } from '#platform/postgres/database'

export interface GroupRow {
  id: string
  name: string
  name_key: string
  created_at: Date
}

export interface ContactGroup {
  id: string
  name: string
  contacts: number
}

/** Lists the groups of the account with the number of their contacts, by name. */
export const list = (ctx: TxContext): Promise<ContactGroup[]> =>
  ctx.query<ContactGroup>(
    `select g.id, g.name, (select count(*)::int from contacts.membership m
        where m.account_id = g.account_id and m.group_id = g.id) as contacts
       from contacts.contact_group g where g.account_id = $1 order by g.name_key`,
    [ctx.account_id],
  )

export const findByKeys = (ctx: TxContext, keys: readonly string[]): Promise<GroupRow[]> =>
  ctx.query<GroupRow>(
    `select id, name, name_key, created_at from contacts.contact_group
      where account_id = $1 and name_key = any ($2)`,
    [ctx.account_id, keys],
  )

export const find = (ctx: TxContext, id: string): Promise<GroupRow | undefined> =>
  ctx.queryFirst<GroupRow>(
    'select id, name, name_key, created_at from contacts.contact_group where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )
