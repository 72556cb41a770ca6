import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import { createCountryFinder } from '#platform/tables/index'
import { listGroups, maxGroups } from './groups.ts'
import { type ImportRow, parseRow } from './import-row.ts'
import { toGroupKey } from './names.ts'
import { removeSourceEntries, type Source, saveSourceEntries } from './source.ts'
import { deleteEntries, listProblems } from './source-store.ts'
import { limits } from './validate.ts'

/*
 * Contacts of the people whom an identity provider manages with SCIM, if the account wants them. They follow the rules of a
 * source, such as an address book, with the user as its entry.
 */

const source: Source = { name: 'scim', origin: { source: 'scim' } }
const usersPerPage = 200

/** Makes contacts of active users. Has no effect while the setting is off. */
export async function followProvisionedUsers(
  ctx: TxContext,
  users: readonly accounts.ProvisionedUser[],
): Promise<void> {
  const active = users.filter(({ is_active, is_managed }) => is_active && is_managed)
  if (active.length > 0 && (await accounts.makesContacts(ctx)))
    await saveSourceEntries(ctx, source, await toEntries(ctx, active))
}

/** Ends what users are whom the identity provider no longer has: their contacts lose this origin. */
export const endProvisionedUsers = (
  ctx: TxContext,
  users: readonly Pick<accounts.ProvisionedUser, 'id'>[],
): Promise<number> =>
  removeSourceEntries(
    ctx,
    source,
    users.map(({ id }) => id),
  )

/** Makes contacts of a page of users after an id. Returns the id of its last user; undefined after the last page. */
export async function followUsersAfter(
  ctx: TxContext,
  after: string | undefined,
): Promise<string | undefined> {
  const users = await accounts.listManagedUsers(ctx, { after, limit: usersPerPage })
  await followProvisionedUsers(ctx, users)
  return users.length < usersPerPage ? undefined : users.at(-1)?.id
}

/** Forgets which contacts are of users. The contacts stay as they are. */
export const forgetProvisionedUsers = (ctx: TxContext): Promise<unknown> =>
  deleteEntries(ctx, source.name)

/** Returns the first users who became no contacts, and why. */
export const listProvisioningProblems = (ctx: TxContext) => listProblems(ctx, source.name, 50)

async function toEntries(ctx: TxContext, users: readonly accounts.ProvisionedUser[]) {
  const findCountry = createCountryFinder()
  const managers = await accounts.findAddressesOfUsers(
    ctx,
    users.flatMap(({ profile }) => profile.manager ?? []),
  )
  const allowGroup = await createGroupGate(ctx)
  return users.map((user) => {
    const { id, given_name, family_name, name, email, profile } = user
    const { language, country, department, manager = '' } = profile
    const groups = user.groups.flatMap(({ display_name }) => toGroupNames(display_name))
    const cells = omitAbsent({
      ...(given_name === null && family_name === null ? {} : { given_name, family_name }),
      ...{ name, work_email: email, country, department, language: language?.replaceAll('_', '-') },
      manager: managers.get(manager) ?? manager,
      groups: groups.filter(allowGroup).slice(0, limits.groups).join(';'),
    })
    return { key: id, version: '1', cells: omitInvalid(cells, findCountry) }
  })
}

/** Replaces the separators of a cell with spaces, because a name ends at them. Omits a name that groups cannot have. */
const toGroupNames = (name: string): string[] => {
  const text = name
    .replace(/[;,、]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' || text.length > 100 ? [] : [text]
}

/** Allows the groups that the account has, and new ones while there is room, so that a request does not fail for them. */
async function createGroupGate(ctx: TxContext): Promise<(name: string) => boolean> {
  const known = new Set((await listGroups(ctx)).map(({ name }) => toGroupKey(name)))
  return (name) => {
    const key = toGroupKey(name)
    if (!known.has(key) && known.size >= maxGroups) return false
    known.add(key)
    return true
  }
}

const omitAbsent = (cells: Record<string, string | null | undefined>): ImportRow['cells'] =>
  Object.fromEntries(Object.entries(cells).flatMap(([name, text]) => (text ? [[name, text]] : [])))

/** Omits what a contact cannot have, such as an unknown country. The person becomes a contact without it. */
function omitInvalid(
  cells: ImportRow['cells'],
  findCountry: (text: string) => string | undefined,
): ImportRow['cells'] {
  const { errors } = parseRow({ line: 0, cells }, {}, { findCountry })
  const invalid = new Set(errors.map(({ column }) => column))
  return Object.fromEntries(
    Object.entries(cells).filter(([name]) => name === 'work_email' || !invalid.has(name)),
  )
}
