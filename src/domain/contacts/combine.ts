import { toEmailKey } from '#contract'
import { chosenFields } from './doubles.ts'
import { type CellMessage, toColumn, toRowKeys } from './import-row.ts'
import { toGroupKey } from './names.ts'
import {
  type Contact,
  type ContactField,
  type ContactValues,
  emptyValues,
  type Origin,
} from './tables.ts'
import { limits, parseValues } from './validate.ts'

/** Returns whether values come from a source that is read again and again. */
export const isSource = ({ source }: Origin): boolean => source === 'roster' || source === 'scim'

export const isSameSource = (one: Origin | undefined, { source, connection_id }: Origin): boolean =>
  one?.source === source && one.connection_id === connection_id

/**
 * Returns what a source may change: neither what a person has entered, nor consent, nor the reason for no gifts. Clears the
 * single values that the source has set before and has no longer.
 */
export function limitToSource(
  { origins }: Contact,
  values: Partial<ContactValues>,
  origin: Origin,
  hasManager: boolean,
): Partial<ContactValues> {
  const isGone = (name: ContactField) =>
    values[name] === undefined &&
    isSameSource(origins[name], origin) &&
    !(name === 'manager_id' && hasManager)
  const cleared = chosenFields.filter(isGone).map((name) => [name, emptyValues[name]])
  const isOpen = (name: string) =>
    name !== 'consent' &&
    name !== 'do_not_gift' &&
    origins[name as ContactField]?.source !== 'manual'
  return Object.fromEntries(
    [...cleared, ...Object.entries(values)].filter(([name]) => isOpen(String(name))),
  )
}

/**
 * Combines the values of a row with those of the contact. An address or external id of the row becomes the
 * first one, and the others stay. Groups and own fields are added.
 */
export function combine(contact: Contact, values: Partial<ContactValues>): Partial<ContactValues> {
  const rowEmails = new Set(toRowKeys(values).emails)
  const putFirst = (first: readonly string[] | undefined, others: readonly string[]) => [
    ...(first ?? []),
    ...others.filter((email) => !rowEmails.has(toEmailKey(email))),
  ]
  const { external_ids = [], groups = [], fields = {} } = values
  return {
    ...values,
    work_emails: putFirst(values.work_emails, contact.work_emails),
    private_emails: putFirst(values.private_emails, contact.private_emails),
    external_ids: [...new Set([...external_ids, ...contact.external_ids])],
    groups: addGroups(contact.groups, groups),
    fields: { ...contact.fields, ...fields },
  }
}

/** Adds groups in the order in which the store lists them. */
function addGroups(current: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(current.map(toGroupKey))
  const missing = added.filter((name) => !known.has(toGroupKey(name)))
  return missing.length === 0 ? current : [...current, ...missing]
}

/** Returns an error if an address of the row is both a work and a private address. */
export function findSharedAddress({
  work_emails = [],
  private_emails = [],
}: Partial<ContactValues>) {
  const work = new Set(work_emails.map(toEmailKey))
  return private_emails.some((email) => work.has(toEmailKey(email)))
    ? { column: 'private_email', message: 'is a work address of this row too; remove one of them' }
    : undefined
}

/** Returns an error if the contact would have too many entries in a list, or too many or too long own fields. */
export function findFullList({
  work_emails = [],
  private_emails = [],
  ...lists
}: Partial<ContactValues>): CellMessage | undefined {
  if (work_emails.length > limits.emails || private_emails.length > limits.emails)
    return {
      column: 'work_email',
      message: `cannot be added: the contact has ${limits.emails} addresses; remove one of them`,
    }
  const { groups = [], external_ids = [], fields = {} } = lists
  const [problem] = parseValues({ groups, external_ids, fields }).problems
  return (
    problem && {
      column: toColumn(problem.param),
      message: `cannot be added to those of the contact, which ${problem.message}`,
    }
  )
}
