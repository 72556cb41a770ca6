import * as connections from '#connections'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { findContentForUpdate, needsCode } from '../contents/contents.ts'
import type { SourceRow } from '../tables.ts'
import type { CodeSupplierConnector, ProductQuery, ProductResult } from './code-supplier.ts'
import * as sourceStore from './source-store.ts'

/** What a person chooses for a source. */
export type SourceInput = Omit<
  SourceRow,
  'account_id' | 'variant_id' | 'position' | 'stopped_reason' | 'stopped_at'
>

/** A connection of which a variant can buy codes. */
export interface SupplierChoice {
  id: string
  name: string
  kind: string
  gives: 'code' | 'link'
  /** Whether its orders cost nothing and give nothing of value. */
  is_sandbox: boolean
  /** Whether it is enabled, and the operator allows its kind. */
  is_usable: boolean
}

const maxSources = 5

/** Returns the connections of the account that sell codes. */
export async function listSuppliers(
  ctx: TxContext,
  registry: connections.ConnectorRegistry,
): Promise<SupplierChoice[]> {
  return (await connections.findOfPort(ctx, 'code_supplier')).flatMap((row) => {
    const connector = registry.find(row.kind) as CodeSupplierConnector | undefined
    if (connector === undefined) return []
    const { id, name, kind, settings } = row
    const is_usable = row.enabled && registry.isAllowed(kind)
    const { gives } = connector
    return [{ id, name, kind, gives, is_sandbox: connector.isSandbox(settings), is_usable }]
  })
}

/** Returns the sources of a variant, in the order in which they are asked. */
export const listSources = (ctx: TxContext, variant_id: string): Promise<SourceRow[]> =>
  sourceStore.list(ctx, [variant_id])

/**
 * Replaces the sources of a variant. Sources that had stopped buy again.
 *
 * @throws ApiError with all invalid fields, `not_found` without content, and `not_allowed` if the variant gives no codes
 */
export async function saveSources(
  ctx: TxContext,
  variant_id: string,
  inputs: readonly SourceInput[],
  registry: connections.ConnectorRegistry,
): Promise<SourceRow[]> {
  const content = await findContentForUpdate(ctx, variant_id)
  if (!needsCode(content))
    throw new ApiError('not_allowed', {
      message: 'This variant does not give codes or links of its own for each gift.',
    })
  const gives = content.delivery === 'link' ? 'link' : 'code'
  await connections.lockOfPort(ctx, 'code_supplier')
  const suppliers = await listSuppliers(ctx, registry)
  const tooMany = { code: 'invalid', param: 'sources', message: `may have ${maxSources} suppliers` }
  throwIfAny([
    ...(inputs.length > maxSources ? [tooMany as FieldError] : []),
    ...inputs.flatMap((input, index) =>
      findProblems(input, suppliers, gives).map(([param, message]): FieldError => {
        return { code: 'invalid', param: `sources.${index}.${param}`, message }
      }),
    ),
  ])
  const rows = inputs.map((input, index) => ({
    ...input,
    ...{ account_id: ctx.account_id, variant_id, position: index + 1 },
    ...{ stopped_reason: null, stopped_at: null },
  }))
  await sourceStore.replace(ctx, variant_id, rows)
  await sourceStore.startReconciliations(
    ctx,
    rows.map(({ connection_id }) => connection_id),
  )
  return rows
}

function findProblems(
  input: SourceInput,
  suppliers: readonly SupplierChoice[],
  gives: 'code' | 'link',
): [param: keyof SourceInput, message: string][] {
  const { connection_id, amount_minor, currency, ceiling_minor, ceiling_currency } = input
  const supplier = suppliers.find(({ id }) => id === connection_id)
  const problems: ([param: keyof SourceInput, message: string] | false)[] = [
    supplier === undefined && ['connection_id', 'must be a connection that sells codes'],
    supplier !== undefined &&
      supplier.gives !== gives && [
        'connection_id',
        `gives ${supplier.gives}s, and this variant gives ${gives}s: choose another supplier, or add a variant`,
      ],
    !isCurrency(currency) && ['currency', 'must be a currency such as EUR'],
    !isCurrency(ceiling_currency) && ['ceiling_currency', 'must be a currency such as USD'],
    !isAmount(amount_minor) && ['amount_minor', 'must be more than 0'],
    !isAmount(ceiling_minor) && ['ceiling_minor', 'must be more than 0'],
    currency === ceiling_currency &&
      ceiling_minor * 2 < amount_minor && [
        'ceiling_minor',
        'must be at least half of the value, or no order can stay below it',
      ],
  ]
  return problems.filter((each) => each !== false)
}

/** Returns whether an amount is above zero and below 1,000,000.00, so that sums of amounts are exact. */
const isAmount = (amount: number) => Number.isSafeInteger(amount) && amount > 0 && amount < 1e8

/** Searches the products of a connection, outside any transaction. Throws `not_found` without such a connection. */
export async function searchProducts(
  db: Database,
  account_id: string,
  connection_id: string,
  query: ProductQuery,
  registry: connections.ConnectorRegistry,
): Promise<ProductResult> {
  const opened = await inTransaction(db, account_id, (ctx) =>
    connections.open(ctx, connection_id, registry),
  )
  if (opened?.connector.port !== 'code_supplier') throw new ApiError('not_found')
  const connector = opened.connector as CodeSupplierConnector
  return connector.open(opened.values, registry.outbound).search(query)
}
