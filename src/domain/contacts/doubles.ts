import { throwIfAny, toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as contactStore from './contact-store.ts'
import { applyValues, findContact, save } from './contacts.ts'
import { lockContacts } from './groups.ts'
import { toGroupKey } from './names.ts'
import {
  type Contact,
  type ContactValues,
  contactFields,
  type Origin,
  type Origins,
} from './tables.ts'
import { parseValues } from './validate.ts'

/** Two contacts that are probably one person, and why. */
export interface Double {
  reason: 'name_and_domain' | 'phone'
  contacts: readonly [Contact, Contact]
}

const maxDoubles = 50

/**
 * Returns the first pairs of contacts with the same phone number, or with the same name and an address at the same domain.
 * Compares each contact with the one before it: thousands of contacts of one name would make millions of pairs.
 */
export async function listDoubles(ctx: TxContext): Promise<Double[]> {
  const pairs = await ctx.query<{ one: string; other: string; reason: Double['reason'] }>(
    `(select one, other, 'phone' as reason
        from (select lag(id) over (partition by phone order by id) as one, id as other
                from contacts.contact where account_id = $1 and phone is not null) by_phone
       where one is not null order by other limit $2)
     union all
     (select distinct one, other, 'name_and_domain'
        from (select lag(id) over same as one, id as other, lag(phone) over same = phone as has_same_phone
                from (select distinct c.id, c.phone, c.sort_name, e.domain_key from contacts.contact c
                        join contacts.email e on e.account_id = c.account_id and e.contact_id = c.id
                       where c.account_id = $1) named
              window same as (partition by sort_name, domain_key order by id)) by_name
       where one is not null and has_same_phone is not true order by other limit $2)
     limit $2`,
    [ctx.account_id, maxDoubles],
  )
  const ids = pairs.flatMap(({ one, other }) => [one, other])
  const found = new Map((await contactStore.findAll(ctx, ids)).map((each) => [each.id, each]))
  return pairs.flatMap(({ one, other, reason }): Double[] => {
    const [first, second] = [found.get(one), found.get(other)]
    return first && second ? [{ reason, contacts: [first, second] }] : []
  })
}

/** The fields of which a merge takes one value. Of the other fields it takes the values of both contacts. */
export const chosenFields = [
  'given_name',
  'family_name',
  'display_name',
  'salutation',
  'phone',
  'language',
  'country',
  'time_zone',
  'manager_id',
  'department',
  'start_date',
  'end_date',
  'birthday',
  'consent',
] as const satisfies readonly (keyof ContactValues)[]

/**
 * Merges another contact into a contact. `taken` names the fields whose value comes from the other contact.
 * The contact gets the addresses, external ids, groups and own fields of both, so everything that named one
 * of them finds it. If one of them gets no gifts, the result gets none. Returns undefined if the account has
 * not both contacts.
 */
export async function mergeContacts(
  ctx: TxContext,
  id: string,
  other_id: string,
  taken: readonly (typeof chosenFields)[number][],
): Promise<Contact | undefined> {
  await lockContacts(ctx)
  const [contact, other] = [await findContact(ctx, id), await findContact(ctx, other_id)]
  if (contact === undefined || other === undefined) return undefined
  if (contact.id === other.id)
    throwIfAny([{ code: 'not_allowed', param: 'other_id', message: 'must be another contact' }])
  const values = { ...combineLists(contact, other), ...pick(other, taken) }
  if (values.manager_id === contact.id || contact.manager_id === other.id) values.manager_id = null
  throwIfAny(parseValues(values, contact).problems)
  const origin: Origin = { source: 'merge', at: ctx.now.toISOString() }
  const merged = withOrigins(applyValues(ctx, contact, values, origin), other, taken)
  contactStore.changeManager(ctx, other_id, id)
  await contactStore.remove(ctx, other_id)
  await save(ctx, [merged])
  return merged
}

const pick = (other: Contact, taken: readonly (keyof ContactValues)[]): Partial<ContactValues> =>
  Object.fromEntries(
    contactFields.filter((name) => taken.includes(name)).map((name) => [name, other[name]]),
  )

/** Returns the contact with the origins of the values that come from the other contact. */
function withOrigins(
  merged: Contact,
  other: Contact,
  taken: readonly (keyof ContactValues)[],
): Contact {
  const origins: Origins = { ...merged.origins }
  for (const name of taken) {
    const origin = other.origins[name]
    if (origin !== undefined) origins[name] = origin
  }
  return { ...merged, origins }
}

function combineLists(contact: Contact, other: Contact): Partial<ContactValues> {
  return {
    work_emails: union(contact.work_emails, other.work_emails, toEmailKey),
    private_emails: union(contact.private_emails, other.private_emails, toEmailKey),
    external_ids: union(contact.external_ids, other.external_ids, (id) => id),
    groups: union(contact.groups, other.groups, toGroupKey),
    fields: { ...other.fields, ...contact.fields },
    do_not_gift: contact.do_not_gift ?? other.do_not_gift,
  }
}

function union(
  first: readonly string[],
  others: readonly string[],
  toKey: (value: string) => string,
): string[] {
  const known = new Set(first.map(toKey))
  return [...first, ...others.filter((value) => !known.has(toKey(value)))]
}
