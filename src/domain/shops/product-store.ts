import type { RunProblem } from '#connections'
import type { TxContext } from '#platform/postgres/database'
import { upsertRow } from '#platform/postgres/table'

/** The values that a shop gave last. */
export interface GivenProduct {
  name: string
  description: string
  /** The paths of the loaded pictures. */
  paths: readonly string[]
  /** By the shop's id. */
  variants: Readonly<Record<string, GivenVariant>>
}

export interface GivenVariant {
  /** The id of the variant in the catalogue. */
  id: string
  name: string
  path: string | null
  /** Whether the variant was archived because the shop no longer has it. */
  is_gone: boolean
}

export interface ShopProductRow {
  key: string
  name: string
  /** Null for a product that has not come into the catalogue. */
  product_id: string | null
  version: string | null
  given: GivenProduct
  is_gone: boolean
  problem: string | null
}

const columns = 'key, name, product_id, version, given, is_gone, problem'

export const findAll = (ctx: TxContext, connection_id: string): Promise<ShopProductRow[]> =>
  ctx.query<ShopProductRow>(
    `select ${columns} from shops.product where account_id = $1 and connection_id = $2 order by key`,
    [ctx.account_id, connection_id],
  )

export const save = (ctx: TxContext, connection_id: string, row: ShopProductRow): Promise<void> =>
  upsertRow(ctx, 'shops.product', ['account_id', 'connection_id', 'key'], {
    ...{ account_id: ctx.account_id, connection_id },
    ...row,
    given: JSON.stringify(row.given),
  })

/** Deletes the products that never came into the catalogue and that the shop no longer has. */
export const forgetOthers = (
  ctx: TxContext,
  connection_id: string,
  keys: readonly string[],
): Promise<unknown> =>
  ctx.query(
    `delete from shops.product
      where account_id = $1 and connection_id = $2 and product_id is null and key <> all ($3)`,
    [ctx.account_id, connection_id, keys],
  )

/** Returns whether a product of the catalogue is one of a shop. */
export const isOfShop = (ctx: TxContext, product_id: string): Promise<boolean> =>
  ctx.hasRows('select 1 from shops.product where account_id = $1 and product_id = $2', [
    ctx.account_id,
    product_id,
  ])

/** Returns whether a product of the catalogue is one of this connection. */
export const isOfConnection = (
  ctx: TxContext,
  connection_id: string,
  product_id: string,
): Promise<boolean> =>
  ctx.hasRows(
    'select 1 from shops.product where account_id = $1 and connection_id = $2 and product_id = $3',
    [ctx.account_id, connection_id, product_id],
  )

export const listProblems = (
  ctx: TxContext,
  connection_id: string,
  limit: number,
): Promise<RunProblem[]> =>
  ctx.query<RunProblem>(
    `select key, name, problem from shops.product
      where account_id = $1 and connection_id = $2 and problem is not null order by name, key limit $3`,
    [ctx.account_id, connection_id, limit],
  )
