import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as contacts from '#contacts'
import { readTransaction } from '#platform/postgres/database'
import { toFileError } from '#platform/tables/file-error'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import type { SessionContext } from '../lib/route.ts'
import * as contract from './import-contract.ts'

/** The routes that import contacts. The file is read outside the transaction, and a table outside the event loop. */
export const contactImportRoutes = [
  handleWithoutTx(contract.checkContactImport, async (context) => {
    const { db, member, body } = context
    const { source, rows } = await readFile(context)
    const results = await readTransaction(
      db,
      member.account_id,
      (ctx) => contacts.checkImport(ctx, rows, body),
      accounts.accountNow(db, member),
    )
    return {
      source,
      needs_date_order: results.some(({ errors }) =>
        errors.some(({ message }) => message === contacts.ambiguousMessage),
      ),
      rows: results.map((result, index) => ({ ...result, cells: rows[index]?.cells ?? {} })),
    }
  }),

  handle(contract.importContacts, async ({ ctx, member, body }) => {
    const { rows: list, ...options } = body
    const rows = await contacts.importRows(ctx, list, options)
    const count = (status: contacts.ImportResult['status']) =>
      rows.filter((row) => row.status === status).length
    const details = { created: count('created'), changed: count('changed') }
    const subject = { kind: 'account', id: member.account_id, name: member.account_name }
    if (details.created + details.changed > 0)
      recordEntry(ctx, { action: 'person.import', subject, details })
    return { rows }
  }),
]

type CheckContext = Pick<SessionContext<unknown>, 'tables' | 'member'> & {
  body: Body<typeof contract.checkContactImport>
}

async function readFile({ tables, member, body }: CheckContext) {
  const content = Buffer.from(body.content, 'base64')
  if (contacts.isVCard(content))
    return { source: 'vcard', rows: await contacts.parseVCards(content) } as const
  const format = body.format as contacts.ContactFormat | undefined
  const rows = await tables
    .read(member.account_id, content, contacts.getReadOptions(format))
    .then((table) => contacts.toImportRows(table, { ...format, preset: body.preset }))
    .catch((error: unknown) => {
      throw toFileError(error, 'content')
    })
  return { source: 'import', rows } as const
}
