import { type AttentionKind, attentionKindNames } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { present } from './assignees.ts'
import { type FeedFilter, toItemFilter } from './feed.ts'
import { type ItemFilter, toConditions } from './item-filter.ts'
import * as itemStore from './item-store.ts'
import type { Cause, ItemRow } from './tables.ts'

/** The items that a group shows before it is opened. */
const maxShown = 3

/** The items of one kind and cause. */
export interface ItemGroup {
  kind: AttentionKind
  cause: Cause
  count: number
  /** When the oldest condition began. */
  since: Date
  /** The newest items, at most three. */
  newest: ItemRow[]
}

interface CountedGroup extends Omit<ItemGroup, 'newest'> {
  newest_ids: string[]
}

/** Returns the groups of the items that match, in the order of the kinds in the contract. */
export async function listGroups(ctx: TxContext, filter: FeedFilter): Promise<ItemGroup[]> {
  const itemFilter = await toItemFilter(ctx, filter)
  if (itemFilter === undefined) return []
  const groups = await countGroups(ctx, itemFilter)
  const ids = groups.flatMap(({ newest_ids }) => newest_ids)
  const items = await present(ctx, await itemStore.findAll(ctx, ids))
  const byId = new Map(items.map((item) => [item.id, item]))
  return groups
    .map(({ newest_ids, ...group }) => ({
      ...group,
      newest: newest_ids.flatMap((id) => byId.get(id) ?? []),
    }))
    .toSorted((a, b) => attentionKindNames.indexOf(a.kind) - attentionKindNames.indexOf(b.kind))
}

function countGroups(ctx: TxContext, filter: ItemFilter): Promise<CountedGroup[]> {
  const { bind, values } = createBindings(ctx.account_id)
  const where = toConditions(ctx, filter, bind)
  return ctx.query<CountedGroup>(
    `with matching as (
       select id, kind, cause, since, row_number() over (partition by kind, cause order by id desc) as nth
         from attention.item where ${where.join(' and ')}
     )
     select kind, cause, count(*)::int as count, min(since) as since,
            array_agg(id order by id desc) filter (where nth <= ${maxShown}) as newest_ids
       from matching group by kind, cause order by count desc, cause`,
    values,
  )
}
