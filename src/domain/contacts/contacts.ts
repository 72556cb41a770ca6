import { type FieldError, throwIfAny, toEmailKey } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as contactStore from './contact-store.ts'
import * as erasedStore from './erased-store.ts'
import { ensureGroups, lockContacts } from './groups.ts'
import { toGroupKey, toName } from './names.ts'
import {
  type Contact,
  type ContactField,
  type ContactValues,
  contactFields,
  emptyValues,
  type Origin,
  type Origins,
} from './tables.ts'
import { parseValues } from './validate.ts'

/** Returns a contact, or undefined if the account has none with this id. */
export async function findContact(ctx: TxContext, id: string): Promise<Contact | undefined> {
  const [contact] = isId(id) ? await contactStore.findAll(ctx, [id]) : []
  return contact
}

/** Returns the contacts with these ids that the account has. */
export const findContacts = (ctx: TxContext, ids: readonly string[]): Promise<Contact[]> =>
  contactStore.findAll(ctx, ids)

/** Returns contacts in the order of their ids, from the one after `after`. */
export const listContacts = (
  ctx: TxContext,
  after: string | undefined,
  limit: number,
): Promise<Contact[]> => contactStore.listAfter(ctx, after, limit)

/**
 * Creates a contact. Throws all invalid members at once. A person who was erased can be added by hand: the
 * record of the erasure ends.
 */
export async function createContact(
  ctx: TxContext,
  input: Partial<ContactValues>,
): Promise<Contact> {
  await lockContacts(ctx)
  const { values, problems } = parseValues(input)
  const contact = applyValues(ctx, toNewContact(ctx), values, manual(ctx))
  throwIfAny([...problems, ...(await findProblems(ctx, contact, values))])
  await save(ctx, [contact])
  erasedStore.remove(ctx, contact)
  return contact
}

/**
 * Changes the members that are present. Returns the contact, and the names of the changed members.
 * `assertCurrent` throws if the stored contact is not the one that the caller has read.
 */
export async function updateContact(
  ctx: TxContext,
  id: string,
  input: Partial<ContactValues>,
  assertCurrent: (current: Contact) => void = () => undefined,
): Promise<{ contact: Contact; changed: readonly ContactField[] } | undefined> {
  await lockContacts(ctx)
  const current = await findContact(ctx, id)
  if (current === undefined) return undefined
  assertCurrent(current)
  const { values, problems } = parseValues(input, current)
  const changed = listChanges(current, values)
  const contact = applyValues(ctx, current, values, manual(ctx))
  throwIfAny([...problems, ...(await findProblems(ctx, contact, values))])
  if (changed.length > 0) await save(ctx, [contact])
  return { contact, changed }
}

/** Deletes a contact. Its gifts stay. Returns whether the account had it. */
export async function deleteContact(ctx: TxContext, id: string): Promise<boolean> {
  await lockContacts(ctx)
  return isId(id) && contactStore.remove(ctx, id)
}

const manual = ({ now }: TxContext): Origin => ({ source: 'manual', at: now.toISOString() })

/** Creates an empty contact. `index` preserves the order of a batch. */
export const toNewContact = ({ now }: TxContext, index?: number): Contact => ({
  ...emptyValues,
  id: newId(now, index),
  do_not_gift_since: null,
  origins: {},
  created_at: now,
  updated_at: now,
})

/** Returns the fields whose values differ from those of the contact. */
export const listChanges = (
  contact: ContactValues,
  values: Partial<ContactValues>,
): ContactField[] =>
  contactFields.filter(
    (name) =>
      values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(contact[name]),
  )

/** Returns the contact with these values, and with the origin of each changed field. */
export function applyValues(
  { now }: TxContext,
  contact: Contact,
  values: Partial<ContactValues>,
  origin: Origin,
): Contact {
  const changed = listChanges(contact, values)
  if (changed.length === 0) return contact
  const origins: Origins = { ...contact.origins }
  for (const name of changed) origins[name] = origin
  const next = { ...contact, ...values, origins, updated_at: now }
  const since = next.do_not_gift === null ? null : (contact.do_not_gift_since ?? now)
  return { ...next, do_not_gift_since: since }
}

/** Writes contacts and creates their missing groups. The caller has the lock of the account. */
export async function save(ctx: TxContext, contacts: readonly Contact[]): Promise<void> {
  const ids = await ensureGroups(
    ctx,
    contacts.flatMap(({ groups }) => groups),
  )
  contactStore.saveAll(ctx, contacts, ({ groups }) =>
    groups.flatMap((name) => ids.get(toGroupKey(name)) ?? []),
  )
}

/** Returns the errors of a contact that depend on other rows, and of a contact without a name. */
async function findProblems(
  ctx: TxContext,
  contact: Contact,
  values: Partial<ContactValues>,
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  if (toName(contact) === '')
    problems.push({
      code: 'required',
      param: 'given_name',
      message: 'is required, or a family name or an email address',
    })
  if (values.manager_id != null) problems.push(...(await findManagerProblems(ctx, contact)))
  return [...problems, ...findSharedAddresses(contact), ...(await findTakenKeys(ctx, contact))]
}

async function findManagerProblems(ctx: TxContext, { id, manager_id }: Contact) {
  const param = 'manager_id'
  const manager = await findContact(ctx, manager_id ?? '')
  if (manager?.id === id)
    return [{ code: 'not_allowed', param, message: 'must be another contact' } as const]
  return manager === undefined
    ? [{ code: 'invalid_reference', param, message: 'names no contact of this account' } as const]
    : []
}

/** Returns an error for each address that is both a work and a private address. */
function findSharedAddresses({ work_emails, private_emails }: ContactValues): FieldError[] {
  const work = new Set(work_emails.map(toEmailKey))
  return private_emails.flatMap((email, index) =>
    work.has(toEmailKey(email))
      ? [
          {
            code: 'not_allowed',
            param: `private_emails.${index}`,
            message: 'is a work address of this contact too; remove one of them',
          } as const,
        ]
      : [],
  )
}

/** Returns an error for each address and external id that belongs to another contact. */
async function findTakenKeys(ctx: TxContext, contact: Contact): Promise<FieldError[]> {
  const keys = [...contact.work_emails, ...contact.private_emails].map(toEmailKey)
  const others = (await contactStore.findAllByKeys(ctx, keys, contact.external_ids)).filter(
    ({ id }) => id !== contact.id,
  )
  const errorsOf = (param: 'work_emails' | 'private_emails' | 'external_ids') =>
    contact[param].flatMap((value, index): FieldError[] => {
      const owner = others.find((other) => hasKey(other, param, value))
      if (owner === undefined) return []
      const message = `belongs to the contact ${toName(owner)}; merge both, or remove it there`
      return [{ code: 'not_allowed', param: `${param}.${index}`, message }]
    })
  return [...errorsOf('work_emails'), ...errorsOf('private_emails'), ...errorsOf('external_ids')]
}

const hasKey = (contact: Contact, param: string, value: string): boolean =>
  param === 'external_ids'
    ? contact.external_ids.includes(value)
    : [...contact.work_emails, ...contact.private_emails].some(
        (email) => toEmailKey(email) === toEmailKey(value),
      )
