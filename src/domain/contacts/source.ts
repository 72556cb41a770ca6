import { toEmailKey } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { isSameSource } from './combine.ts'
import * as contactStore from './contact-store.ts'
import { save } from './contacts.ts'
import { lockContacts } from './groups.ts'
import { type ImportResult, type PlannedRow, planRows, reject, toDoubleText } from './import.ts'
import type { RosterEntry } from './roster.ts'
import * as store from './source-store.ts'
import type { Contact, Origin, Origins } from './tables.ts'

/** A source of contacts: its name in `source_entry`, and the origin of the values that it sets. */
export interface Source {
  name: string
  origin: Omit<Origin, 'at'>
}

/**
 * Makes contacts of people of a source, in one transaction. A person whom it rejects is read again by the next run. Returns
 * the results in the order of the entries.
 */
export async function saveSourceEntries(
  ctx: TxContext,
  { name, origin }: Source,
  entries: readonly RosterEntry[],
): Promise<ImportResult['status'][]> {
  await lockContacts(ctx)
  const keys = entries.map(({ key }) => key)
  const stored = new Map((await store.findEntries(ctx, name, keys)).map((row) => [row.key, row]))
  const storedIds = [...stored.values()].flatMap(({ contact_id }) => contact_id ?? [])
  const current = new Map(
    (await contactStore.findAll(ctx, storedIds)).map((each) => [each.id, each]),
  )
  const planned = await planRows(
    ctx,
    entries.map(({ cells, errors = [] }, line) => ({ line, cells, errors })),
    {},
    { ...origin, at: ctx.now.toISOString() },
    {
      stored: new Map(
        keys.flatMap((key, line) => {
          const contact = current.get(stored.get(key)?.contact_id ?? '')
          return contact === undefined ? [] : [[line, contact] as const]
        }),
      ),
      keyOf: (line) => keys[line] ?? '',
    },
  )
  const results = await rejectDoubles(ctx, name, keys, planned)
  const contacts = results.flatMap(({ contact }) => contact ?? [])
  if (contacts.length > 0) await save(ctx, contacts)
  store.saveEntries(
    ctx,
    name,
    results.map((result, index) => toEntry(entries[index], result, stored)),
  )
  return results.map(({ status }) => status)
}

/** Rejects the rows whose contact another person of the source is. Two people would change one contact in turn. */
async function rejectDoubles(
  ctx: TxContext,
  source: string,
  keys: readonly string[],
  planned: readonly PlannedRow[],
): Promise<PlannedRow[]> {
  const ids = planned.flatMap(({ contact_id }) => contact_id ?? [])
  const holders = (await store.findHolders(ctx, ids)).filter((each) => each.source === source)
  return planned.map((row, index) => {
    const other = holders.find(
      ({ key, contact_id }) => contact_id === row.contact_id && key !== keys[index],
    )
    if (other === undefined) return row
    const message = `is also in ${toDoubleText(other.key)}`
    return { ...row, ...reject([{ column: 'work_email', message }]) }
  })
}

function toEntry(
  entry: RosterEntry | undefined,
  { status, contact_id, name, errors, warnings }: PlannedRow,
  stored: ReadonlyMap<string, store.SourceEntry>,
): store.SourceEntry {
  if (entry === undefined) throw new Error('a row has no entry')
  const { key, version } = entry
  if (status !== 'rejected' && status !== 'skipped')
    return { key, version, contact_id: contact_id ?? null, name: null, problem: null }
  const [reason] = [...errors, ...warnings]
  return {
    key,
    version: null,
    contact_id: stored.get(key)?.contact_id ?? null,
    name,
    problem: reason === undefined ? status : `${reason.column} ${reason.message}`,
  }
}

/**
 * Ends what people of a source are: their contacts lose this origin. A contact that nothing else holds is deleted: it has no
 * value of another origin, no gift, no consent and no reason for no gifts. Returns how many were deleted.
 */
export async function removeSourceEntries(
  ctx: TxContext,
  { name, origin }: Source,
  keys: readonly string[],
): Promise<number> {
  await lockContacts(ctx)
  const ids = (await store.deleteEntries(ctx, name, keys)).filter((id) => id !== null)
  const holders = await store.findHolders(ctx, ids)
  const hasEntry = (id: string, sources = holders) => sources.some((each) => each.contact_id === id)
  const own = holders.filter(({ source }) => source === name)
  const contacts = (await contactStore.findAll(ctx, ids)).filter(({ id }) => !hasEntry(id, own))
  const isFrom = (each: Origin | undefined) => isSameSource(each, { ...origin, at: '' })
  let deleted = 0
  const remaining: Contact[] = []
  for (const contact of contacts) {
    const isAlone =
      Object.values(contact.origins).every(isFrom) &&
      !hasEntry(contact.id) &&
      contact.do_not_gift === null &&
      contact.consent === null &&
      !(await gifting.isRecipient(
        ctx,
        [...contact.work_emails, ...contact.private_emails].map(toEmailKey),
      ))
    if (isAlone) deleted += Number(await contactStore.remove(ctx, contact.id))
    else remaining.push({ ...contact, origins: withoutOrigins(contact.origins, isFrom) })
  }
  if (remaining.length > 0) await save(ctx, remaining)
  return deleted
}

const withoutOrigins = (origins: Origins, isFrom: (origin: Origin) => boolean): Origins =>
  Object.fromEntries(Object.entries(origins).filter(([, origin]) => !isFrom(origin)))
