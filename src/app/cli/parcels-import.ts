import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from '@commander-js/extra-typings'
import { throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import { formatRows } from '#platform/lib/csv'
import { accountOf } from './accounts.ts'
import { recordChange, toGiftSubject } from './operator-changes.ts'
import { printResult } from './output.ts'
import { type Service, type Session, withService } from './session.ts'

type Row = fulfilment.ImportRow & fulfilment.ImportResult

export function importCommand(command: Command, session: Session): void {
  command
    .command('import')
    .description(
      'import the tracking numbers of manually shipped parcels from a CSV file or a workbook (.xlsx)',
    )
    .requiredOption('--account <id>', 'the account of the parcels')
    .requiredOption('--csv <file>', 'the file: parcel, carrier, tracking number, state, date')
    .option('--dry-run', 'check the file and change nothing')
    .option('--keep-state', 'leave parcels of rows without a state where they are')
    .option('--result <file>', 'write the rows with their results to this CSV file')
    .action(({ account, csv, dryRun, keepState, result }) =>
      withService(session, async (service) => {
        const owner = await accountOf(service, account)
        const rows = fulfilment.parseTrackingFile(await readFileOf(csv))
        const options = { default_state: keepState === true ? null : ('in_transit' as const) }
        const results = dryRun
          ? await service.run(owner.id, (ctx) => fulfilment.checkTrackingRows(ctx, rows, options))
          : await importRows(service, owner.id, rows, options)
        const reported = rows.map((row, index): Row => ({ ...row, ...toResult(results[index]) }))
        if (result !== undefined) await writeFile(result, toCsv(reported))
        printSummary(session, reported, dryRun === true)
      }),
    )
}

async function readFileOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch {
    throwIfAny([{ code: 'invalid', param: '--csv', message: `cannot be read: ${path}` }])
    return new Uint8Array()
  }
}

/** Imports each row in a separate transaction. */
async function importRows(
  service: Service,
  account_id: string,
  rows: readonly fulfilment.ImportRow[],
  options: fulfilment.ImportOptions,
): Promise<fulfilment.ImportResult[]> {
  const results: fulfilment.ImportResult[] = []
  for (const row of rows)
    results.push(
      await service.run(account_id, async (ctx) => {
        const result = await fulfilment.importTrackingRow(ctx, row, options)
        if (result.gift !== undefined)
          recordChange(ctx, 'gift_request.import_tracking', toGiftSubject(result.gift))
        return result
      }),
    )
  return results
}

function toResult(result: fulfilment.ImportResult | undefined): fulfilment.ImportResult {
  if (result === undefined) throw new Error('a row has no result')
  const { line, status, errors, warnings } = result
  return { line, status, errors, warnings }
}

const formatErrors = ({ errors }: Row): string =>
  errors.map(({ column, message }) => `${column} ${message}`).join('; ')

const toCsv = (rows: readonly Row[]): string =>
  formatRows([
    [...fulfilment.importColumns, 'result', 'reason'],
    ...rows.map((row) => [
      ...fulfilment.importColumns.map((column) => row.cells[column]),
      row.status,
      formatErrors(row),
    ]),
  ])

function printSummary(session: Session, rows: readonly Row[], isDryRun: boolean): void {
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length
  const rejected = rows.filter(({ status }) => status === 'rejected')
  const summary = {
    dry_run: isDryRun,
    changed: count('changed'),
    unchanged: count('unchanged'),
    rejected: rejected.map(({ line, errors }) => ({ line, errors })),
    warnings: rows.flatMap(({ line, warnings }) =>
      warnings.map((warning) => ({ line, ...warning })),
    ),
  }
  printResult(session, summary, () =>
    [
      ...summary.warnings.map(
        ({ line, column, message }) => `Line ${line}, please look: ${column} ${message}`,
      ),
      ...rejected.map((row) => `Line ${row.line}: ${formatErrors(row)}`),
      `${summary.changed} ${isDryRun ? 'to import' : 'imported'}, ${summary.unchanged} up to date already, ${rejected.length} rejected.`,
    ].join('\n'),
  )
}
