import { parse } from 'csv-parse/sync'
import { ApiErrors, UsageError } from './errors.ts'
import type { NewGiftRequest } from './sdk.ts'

/**
 * The path of each CSV column in the body of a gift request. Every other column is metadata, with the path
 * `metadata.NAME`.
 */
// biome-ignore format: read down the columns
const columnPaths: Readonly<Record<string, readonly string[]>> = {
  campaign_id: ['campaign_id'],
  first_name:  ['recipient', 'first_name'],
  last_name:   ['recipient', 'last_name'],
  email:       ['recipient', 'email'],
  name:        ['shipping_address', 'name'],
  line_1:      ['shipping_address', 'line_1'],
  line_2:      ['shipping_address', 'line_2'],
  city:        ['shipping_address', 'city'],
  region:      ['shipping_address', 'region'],
  postal_code: ['shipping_address', 'postal_code'],
  country:     ['shipping_address', 'country'],
  phone:       ['shipping_address', 'phone'],
  variant_id:  ['line_items', 'variant_id'],
  quantity:    ['line_items', 'quantity'],
  subject:     ['email_message', 'subject'],
  message:     ['email_message', 'body'],
  send_at:     ['send_at'],
  expires_at:  ['expires_at'],
}

/**
 * Parses a CSV file into request bodies. The separator is a comma, a semicolon or a tab. The first line
 * contains the names of the columns.
 */
export function parseRows(bytes: Buffer, campaignId: string | undefined): NewGiftRequest[] {
  const rows = parseRecords(bytes)
  const [first] = rows
  if (first === undefined) throw new UsageError('has no rows', '--csv', 'required')
  const unknown = Object.keys(first).filter(
    (name) => !Object.hasOwn(columnPaths, name) && !/^metadata\.\S+$/.test(name),
  )
  if (unknown.length > 0)
    throw new ApiErrors(
      unknown.map((name) => ({
        type: 'validation_error',
        code: 'unknown_parameter',
        message: `is not a column; the columns are ${Object.keys(columnPaths).join(', ')}, metadata.NAME`,
        param: name,
      })),
    )
  return rows.map((row) => buildBody(row, campaignId))
}

function parseRecords(bytes: Buffer): Record<string, string>[] {
  try {
    return parse(bytes, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      delimiter: [',', ';', '\t'],
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), '--csv')
  }
}

/** Builds the request body of one row. The body omits empty fields. */
function buildBody(
  row: Readonly<Record<string, string>>,
  campaignId: string | undefined,
): NewGiftRequest {
  const body: Record<string, unknown> = {
    ...(campaignId === undefined ? {} : { campaign_id: campaignId }),
    recipient: {},
  }
  for (const [name, value] of Object.entries(row)) {
    if (value === '') continue
    const [top = '', inner] = columnPaths[name] ?? ['metadata', name.slice('metadata.'.length)]
    if (inner === undefined) body[top] = value
    else
      body[top] = {
        ...(body[top] as object),
        [inner]: inner === 'quantity' ? Number(value) : value,
      }
  }
  const { line_items } = body
  if (line_items !== undefined) body.line_items = [{ quantity: 1, ...(line_items as object) }]
  return body as unknown as NewGiftRequest
}
