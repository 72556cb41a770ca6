import { Types } from 'scimmy'
import type * as accounts from '#accounts'
import { isEmail, toEmailKey } from '#contract'
import { scimError } from './errors.ts'
import { parseComparisons, toAttributeName } from './filter.ts'
import { readOperations } from './patch.ts'
import { isObject, toBoolean, toList, toText } from './values.ts'

/*
 * Users on the wire. Bestow stores the attributes below, those of the profile only if people become contacts. It ignores all
 * others, among them `roles` and `password` (RFC 7644, 3.3), so that no attribute can give a role.
 */

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Renders a user. The one address of a user has the type work. */
export const toUserResource = (user: accounts.ProvisionedUser, base: string) => ({
  schemas: [userSchema],
  id: user.id,
  ...(user.external_id !== null && { externalId: user.external_id }),
  userName: user.user_name,
  name: {
    formatted: user.name,
    ...(user.family_name !== null && { familyName: user.family_name }),
    ...(user.given_name !== null && { givenName: user.given_name }),
  },
  displayName: user.name,
  emails: [toEmail(user.email)],
  active: user.is_active,
  groups: user.groups.map(({ id, display_name }) => ({
    value: id,
    $ref: `${base}/Groups/${id}`,
    display: display_name,
  })),
  meta: {
    resourceType: 'User',
    created: user.created_at.toISOString(),
    lastModified: user.updated_at.toISOString(),
    location: `${base}/Users/${user.id}`,
  },
})

const toEmail = (value: string) => ({ value, type: 'work', primary: true })

/** The attributes that a request has set; null for one without a value. */
interface UserDraft {
  user_name?: string | null
  external_id?: string | null
  given_name?: string | null
  family_name?: string | null
  formatted?: string | null
  display_name?: string | null
  email?: string | null
  language?: string | null
  locale?: string | null
  country?: string | null
  department?: string | null
  manager?: string | null
  is_active?: boolean
}

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user'

const textAttributes = {
  username: 'user_name',
  externalid: 'external_id',
  displayname: 'display_name',
  'name.formatted': 'formatted',
  'name.givenname': 'given_name',
  'name.familyname': 'family_name',
  preferredlanguage: 'language',
  locale: 'locale',
  [`${enterprise}:department`]: 'department',
  [`${enterprise}:manager.value`]: 'manager',
} as const satisfies Record<string, keyof UserDraft>

/** Reads a new user, or the replacement of a user. */
export function readUser(
  body: unknown,
  before?: accounts.ProvisionedUser,
): accounts.ProvisionedUserInput {
  if (!isObject(body)) throw scimError('invalidSyntax', 'The body must be an object.')
  const draft: UserDraft = {}
  for (const [name, value] of Object.entries(body)) setAttribute(draft, name, value)
  return toInput(draft, before)
}

/** Applies a PATCH to a user. */
export function patchUser(
  before: accounts.ProvisionedUser,
  body: unknown,
): accounts.ProvisionedUserInput {
  const { user_name, external_id, given_name, family_name, email, is_active, profile } = before
  const { language, ...others } = profile
  const draft: UserDraft = { user_name, external_id, given_name, family_name, is_active, ...others }
  // An address that is the name for sign-in follows a change of that name.
  if (toEmailKey(email) !== toEmailKey(user_name)) draft.email = email
  for (const { op, path, value } of readOperations(body)) {
    if (op === 'remove' && toAttributeName(path) === 'username')
      throw scimError('mutability', 'userName is required: replace it.')
    setAttribute(draft, path, op === 'remove' ? null : value, email)
  }
  if (draft.language === undefined && draft.locale === undefined && language !== undefined)
    draft.language = language
  const isNameNew = draft.given_name !== given_name || draft.family_name !== family_name
  return toInput(isNameNew ? draft : { formatted: before.name, ...draft }, before)
}

/** Sets an attribute, and ignores one that users do not have. */
function setAttribute(draft: UserDraft, path: string, value: unknown, currentEmail?: string): void {
  const name = toAttributeName(path)
  if (name === 'active' && value !== null) draft.is_active = toBoolean(value, path)
  if (name === 'name')
    for (const part of ['formatted', 'givenName', 'familyName'] as const)
      if (value === null || (isObject(value) && part in value))
        setAttribute(draft, `name.${part}`, isObject(value) ? value[part] : null)
  if (name === enterprise)
    for (const part of ['department', 'manager'])
      if (value === null || (isObject(value) && part in value))
        setAttribute(draft, `${enterprise}:${part}`, isObject(value) ? value[part] : null)
  if (name === `${enterprise}:manager`)
    draft.manager = toText(isObject(value) ? value.value : value, path)
  if (name === 'addresses') draft.country = findCountry(toList(value))
  if (/^addresses\[.*"work".*\]\.country$/.test(name)) draft.country = toText(value, path)
  if (name === 'emails') draft.email = findEmail(toList(value))
  if (name.startsWith('emails[')) setFilteredEmail(draft, path, value, currentEmail)
  const key = Object.hasOwn(textAttributes, name)
    ? textAttributes[name as keyof typeof textAttributes]
    : undefined
  if (key !== undefined) draft[key] = toText(value, path)
}

/** Returns the country of the address for work, otherwise that of the first one. */
function findCountry(entries: readonly unknown[]): string | null {
  const addresses = entries.filter(isObject)
  const found = addresses.find(({ type }) => type === 'work') ?? addresses[0]
  return toText(found?.country, 'addresses.country')
}

/** Returns the address of a list: the primary one, otherwise that for work, otherwise the first. */
function findEmail(entries: readonly unknown[]): string | null {
  const emails = entries.map((each) => (isObject(each) ? each : { value: each }))
  const found =
    emails.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    emails.find(({ type }) => type === 'work') ??
    emails[0]
  return toText(found?.value, 'emails.value')
}

/** Sets the address if the filter of the path selects it: `emails[type eq "work"].value`. */
function setFilteredEmail(draft: UserDraft, path: string, value: unknown, currentEmail = ''): void {
  const [, filter = '', part] = /^[^[]*\[(.*)\](?:\.(\w+))?$/.exec(path) ?? []
  parseComparisons(filter)
  const isSelected =
    new Types.Filter(filter).match([toEmail(draft.email ?? currentEmail)]).length > 0
  if (!isSelected || (part !== undefined && part.toLowerCase() !== 'value')) return
  draft.email = part === undefined ? findEmail(toList(value)) : toText(value, path)
}

function toInput(
  draft: UserDraft,
  before?: accounts.ProvisionedUser,
): accounts.ProvisionedUserInput {
  const { user_name, external_id = null, given_name = null, family_name = null } = draft
  if (user_name === undefined || user_name === null)
    throw scimError('invalidValue', 'userName is required.')
  const parts = [given_name, family_name].filter((part) => part !== null).join(' ')
  const ownAddress = isEmail(user_name) ? user_name : (before?.email ?? '')
  return {
    ...{ user_name, external_id, given_name, family_name },
    name: draft.display_name ?? draft.formatted ?? (parts || (before?.name ?? user_name)),
    email: draft.email ?? ownAddress,
    is_active: draft.is_active ?? before?.is_active ?? true,
    profile: toProfile(draft),
  }
}

const toProfile = ({ language, locale, country, department, manager }: UserDraft) =>
  Object.fromEntries(
    Object.entries({ language: language ?? locale, country, department, manager }).filter(
      ([, text]) => text !== null && text !== undefined,
    ),
  )
