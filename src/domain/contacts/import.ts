import { toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { createCountryFinder } from '#platform/tables/index'
import { combine, findFullList, findSharedAddress, isSource, limitToSource } from './combine.ts'
import * as contactStore from './contact-store.ts'
import { applyValues, listChanges, save, toNewContact } from './contacts.ts'
import * as erasedStore from './erased-store.ts'
import { lockContacts } from './groups.ts'
import {
  type CellMessage,
  type ImportOptions,
  type ImportRow,
  type ParsedRow,
  parseRow,
  toRowKeys,
} from './import-row.ts'
import { toName } from './names.ts'
import type { Contact, ContactField, ContactValues, Origin } from './tables.ts'

/** `skipped`: the person was erased. */
export interface ImportResult {
  line: number
  status: 'created' | 'changed' | 'unchanged' | 'rejected' | 'skipped'
  name: string
  /** The fields that the row changes. */
  changed: readonly ContactField[]
  errors: readonly CellMessage[]
  warnings: readonly CellMessage[]
}

/** Limits of one file. */
export const importLimits = { maxBytes: 5_000_000, maxRows: 10_000, maxColumns: 200 } as const

export interface PlannedRow extends ImportResult {
  /** The contact after the import, if the row creates or changes it. */
  contact: Contact | undefined
  /** The contact of the row; undefined if the row has none. */
  contact_id: string | undefined
}

/** What the rows of a source of contacts know beyond those of a file. */
export interface SourceRows {
  /** The contact that an earlier run has made of the row, by line. */
  stored: ReadonlyMap<number, Contact>
  /** Returns the key of a line, for messages. */
  keyOf(line: number): string
}

const unknownOrigin: Origin = { source: 'import', at: '' }

/** Returns what an import of these rows would do. Nothing is changed. */
export const checkImport = async (
  ctx: TxContext,
  rows: readonly ImportRow[],
  options: ImportOptions,
): Promise<ImportResult[]> => (await planRows(ctx, rows, options, unknownOrigin)).map(toResult)

/**
 * Imports rows in one transaction. A row that is imported again changes nothing. Rows with errors change
 * nothing either.
 */
export async function importRows(
  ctx: TxContext,
  rows: readonly ImportRow[],
  options: ImportOptions & { source: 'import' | 'vcard'; file_name: string },
): Promise<ImportResult[]> {
  await lockContacts(ctx)
  const { source, file_name: name } = options
  const planned = await planRows(ctx, rows, options, { source, name, at: ctx.now.toISOString() })
  const contacts = planned.flatMap(({ contact }) => contact ?? [])
  if (contacts.length > 0) await save(ctx, contacts)
  return planned.map(toResult)
}

const toResult = ({ contact: _, contact_id: __, ...result }: PlannedRow): ImportResult => result

/** The rows of an import that are read together, and what the account knows about their people. */
interface Known {
  byEmail: ReadonlyMap<string, Contact>
  byExternalId: ReadonlyMap<string, Contact>
  erased: ReadonlyMap<string, Date>
}

const rowsPerTurn = 50

/** Plans the changes of rows. The caller saves the contacts. */
export async function planRows(
  ctx: TxContext,
  rows: readonly ImportRow[],
  options: ImportOptions,
  origin: Origin,
  source?: SourceRows,
): Promise<PlannedRow[]> {
  const finders = { findCountry: createCountryFinder() }
  const parsed: ParsedRow[] = []
  for (const [index, row] of rows.entries()) {
    // Other requests run between two parts of a large file.
    if (index % rowsPerTurn === 0) await new Promise(setImmediate)
    parsed.push(parseRow(row, options, finders))
  }
  const known = await readKnown(ctx, parsed)
  const lineOf = new Map<string, number>()
  const inFile = new Set(parsed.flatMap(({ values }) => Object.values(toRowKeys(values)).flat()))
  return rows.map(({ line }, index) => {
    const row = parsed[index]
    if (row === undefined) throw new Error('a row was not parsed')
    const plan = planRow(ctx, row, {
      known,
      inFile,
      origin,
      index,
      stored: source?.stored.get(line),
    })
    const double = claimLine(row, plan, line, { lineOf, source })
    return { ...(double === undefined ? plan : { ...plan, ...reject([double]) }), line }
  })
}

async function readKnown(ctx: TxContext, rows: readonly ParsedRow[]): Promise<Known> {
  const keys = rows.map(({ values }) => toRowKeys(values))
  const managers = rows.flatMap(({ manager }) => manager ?? [])
  const contacts = await contactStore.findAllByKeys(
    ctx,
    [...keys.flatMap(({ emails }) => emails), ...managers.map(toEmailKey)],
    [...keys.flatMap(({ external_ids }) => external_ids), ...managers],
  )
  const digests = rows.flatMap(({ values }) => erasedStore.toDigests(ctx, withLists(values)))
  return {
    byEmail: indexBy(contacts, ({ work_emails, private_emails }) =>
      [...work_emails, ...private_emails].map(toEmailKey),
    ),
    byExternalId: indexBy(contacts, ({ external_ids }) => external_ids),
    erased: await erasedStore.findAll(ctx, digests),
  }
}

const indexBy = (contacts: readonly Contact[], toKeys: (contact: Contact) => readonly string[]) =>
  new Map(contacts.flatMap((contact) => toKeys(contact).map((key) => [key, contact] as const)))

const withLists = ({
  work_emails = [],
  private_emails = [],
  external_ids = [],
}: Partial<ContactValues>) => ({ work_emails, private_emails, external_ids })

/** Returns an error if an earlier row of the file is the same person, or changes the same contact. */
function claimLine(
  { values }: ParsedRow,
  { contact }: Pick<PlannedRow, 'contact'>,
  line: number,
  { lineOf, source }: { lineOf: Map<string, number>; source: SourceRows | undefined },
): CellMessage | undefined {
  const { emails, external_ids } = toRowKeys(values)
  const contactKeys = contact === undefined ? [] : [`contact ${contact.id}`]
  const keys = [...emails, ...external_ids.map((id) => `id ${id}`), ...contactKeys]
  const before = keys.find((key) => lineOf.has(key))
  for (const key of keys) if (!lineOf.has(key)) lineOf.set(key, line)
  if (before === undefined) return undefined
  const first = lineOf.get(before) ?? 0
  const other =
    source === undefined
      ? `line ${first}; put both rows into one`
      : toDoubleText(source.keyOf(first))
  return contactKeys.includes(before)
    ? { column: 'external_id', message: `or address is of the same contact as ${other}` }
    : {
        column: before.startsWith('id ') ? 'external_id' : 'work_email',
        message: `is also in ${other}`,
      }
}

/** Names another person of a source who is the same contact. */
export const toDoubleText = (key: string): string => `${key}; put both into one`

export const reject = (errors: readonly CellMessage[]) =>
  ({ status: 'rejected', errors, contact: undefined, contact_id: undefined, changed: [] }) as const

function planRow(
  ctx: TxContext,
  { values: rowValues, manager, errors }: ParsedRow,
  { known, inFile, origin, index, stored }: RowContext,
): Omit<PlannedRow, 'line'> {
  const current = findCurrent(rowValues, known, stored)
  const contact = current[0] ?? toNewContact(ctx, index)
  const values = isSource(origin)
    ? limitToSource(contact, rowValues, origin, manager !== undefined)
    : rowValues
  const name = toName({ ...contact, ...values })
  const none = { contact: undefined, contact_id: undefined }
  const base = { name, warnings: [], errors: [], changed: [], ...none } as const
  const erasedAt = findErasure(ctx, rowValues, known)
  if (erasedAt !== undefined) {
    const day = erasedAt.toISOString().slice(0, 10)
    const message = `belongs to a person whose data was erased on ${day}; add the contact by hand if the person agrees`
    return { ...base, name: '', status: 'skipped', warnings: [{ column: 'work_email', message }] }
  }
  if (errors.length > 0) return { ...base, ...reject(errors) }
  if (current.length > 1) return { ...base, ...reject([toSplitError(current)]) }
  if (name === '')
    return {
      ...base,
      ...reject([
        { column: 'given_name', message: 'is required, or a family name or an email address' },
      ]),
    }
  const boss = manager === undefined ? undefined : findManager(manager, known, inFile)
  const next = combine(contact, {
    ...values,
    ...(boss?.id != null && boss.id !== contact.id && { manager_id: boss.id }),
  })
  const problem = findSharedAddress(values) ?? findFullList(next)
  if (problem !== undefined) return { ...base, ...reject([problem]) }
  const changed = listChanges(contact, next)
  const status = current.length === 0 ? 'created' : changed.length > 0 ? 'changed' : 'unchanged'
  return {
    ...base,
    status,
    changed,
    contact_id: contact.id,
    warnings: boss?.warnings ?? [],
    contact: status === 'unchanged' ? undefined : applyValues(ctx, contact, next, origin),
  }
}

interface RowContext {
  known: Known
  /** The addresses and external ids of the rows that are read together. */
  inFile: ReadonlySet<string>
  origin: Origin
  /** The position of the row, so that the ids of a batch have its order. */
  index: number
  stored: Contact | undefined
}

const findErasure = (ctx: TxContext, values: Partial<ContactValues>, { erased }: Known) =>
  erasedStore
    .toDigests(ctx, withLists(values))
    .map((digest) => erased.get(digest.toString('hex')))
    .find((at) => at !== undefined)

/** Returns the contacts that have an address or an external id of the row, after the one that its source holds. */
function findCurrent(
  values: Partial<ContactValues>,
  { byEmail, byExternalId }: Known,
  stored: Contact | undefined,
): Contact[] {
  const { emails, external_ids } = toRowKeys(values)
  const found = [
    stored,
    ...external_ids.map((id) => byExternalId.get(id)),
    ...emails.map((key) => byEmail.get(key)),
  ].filter((contact) => contact !== undefined)
  return [...new Map(found.map((contact) => [contact.id, contact])).values()]
}

const toSplitError = (contacts: readonly Contact[]): CellMessage => ({
  column: 'external_id',
  message: `and the addresses of this row belong to several contacts: ${contacts.map(toName).join(', ')}; merge them first`,
})

function findManager(
  manager: string,
  { byEmail, byExternalId }: Known,
  inFile: ReadonlySet<string>,
): { id?: string; warnings: readonly CellMessage[] } {
  const found = byExternalId.get(manager) ?? byEmail.get(toEmailKey(manager))
  if (found !== undefined) return { id: found.id, warnings: [] }
  const isInFile = inFile.has(manager) || inFile.has(toEmailKey(manager))
  const message = 'is the address or the external id of no contact, so the manager stays as it is'
  return { warnings: isInFile ? [] : [{ column: 'manager', message }] }
}
