import { throwIfAny } from '#contract'
import { parseName } from '#contract/display-name'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, insertRows, updateRows } from '#platform/postgres/table'
import * as groupStore from './group-store.ts'
import { toGroupKey } from './names.ts'

const table = 'contacts.contact_group'
export const maxGroups = 500

/** Returns the groups of the account with the number of their contacts, by name. */
export const listGroups = (ctx: TxContext): Promise<groupStore.ContactGroup[]> =>
  groupStore.list(ctx)

/** Serializes changes of contacts and groups of the account, so that checks and writes see the same rows. */
export const lockContacts = (ctx: TxContext): Promise<void> =>
  lockUntilEnd(ctx, `contacts ${ctx.account_id}`)

/** Creates a group. Throws if the account has a group with this name. */
export async function createGroup(ctx: TxContext, name: string): Promise<groupStore.ContactGroup> {
  await lockContacts(ctx)
  const group = toGroup(ctx, parseName(name))
  await rejectKnownName(ctx, group)
  await rejectTooMany(ctx, 1)
  await insertRow(ctx, table, group)
  return { id: group.id, name: group.name, contacts: 0 }
}

/** Renames a group. Throws for the name of another group. Returns false if the account has no such group. */
export async function renameGroup(ctx: TxContext, id: string, name: string): Promise<boolean> {
  await lockContacts(ctx)
  const { name: newName, name_key } = toGroup(ctx, parseName(name))
  await rejectKnownName(ctx, { id, name_key })
  const { account_id } = ctx
  return (
    isId(id) && (await updateRows(ctx, table, { account_id, id }, { name: newName, name_key })) > 0
  )
}

/** Deletes a group. Its contacts stay. Returns the name, or undefined if the account has no such group. */
export async function deleteGroup(ctx: TxContext, id: string): Promise<string | undefined> {
  await lockContacts(ctx)
  const group = isId(id) ? await groupStore.find(ctx, id) : undefined
  if (group === undefined) return undefined
  await deleteRows(ctx, table, { account_id: ctx.account_id, id })
  return group.name
}

/** Returns the id of each group by its key. Creates the groups that the account does not have. */
export async function ensureGroups(
  ctx: TxContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(names.map((name) => [toGroupKey(name), name]))
  if (wanted.size === 0) return new Map()
  const found = await groupStore.findByKeys(ctx, [...wanted.keys()])
  const ids = new Map(found.map(({ id, name_key }) => [name_key, id]))
  const missing = [...wanted.values()].filter((name) => !ids.has(toGroupKey(name)))
  if (missing.length > 0) await rejectTooMany(ctx, missing.length)
  const created = missing.map((name) => toGroup(ctx, name))
  await insertRows(ctx, table, created)
  for (const { id, name_key } of created) ids.set(name_key, id)
  return ids
}

const toGroup = ({ account_id, now }: TxContext, name: string) => ({
  account_id,
  id: newId(now),
  name,
  name_key: toGroupKey(name),
  created_at: now,
})

async function rejectKnownName(
  ctx: TxContext,
  { id, name_key }: Pick<groupStore.GroupRow, 'id' | 'name_key'>,
): Promise<void> {
  const [known] = await groupStore.findByKeys(ctx, [name_key])
  if (known !== undefined && known.id !== id.toLowerCase())
    throwIfAny([
      {
        code: 'not_allowed',
        param: 'name',
        message: 'is the name of another group; choose another',
      },
    ])
}

async function rejectTooMany(ctx: TxContext, added: number): Promise<void> {
  const { length } = await groupStore.list(ctx)
  if (length + added > maxGroups)
    throwIfAny([
      {
        code: 'too_many',
        param: 'groups',
        message: `cannot be added: an account may have ${maxGroups} groups. Delete some that are no longer needed`,
      },
    ])
}
