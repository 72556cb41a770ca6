import type { TxContext } from '#platform/postgres/database'
import { budgetSql, type CostDefaults, type SendingTeam, type Team } from './tables.ts'

const sendingColumns = `t.id, t.name, t.cost_centre, t.purchase_order_number, ${budgetSql('t')} as budget, t.suspended_at`

/** A removed user is no member, and is one again when an identity provider brings the user back. */
const teamSelect = `
  select ${sendingColumns}, l.id as lead_id,
         (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id), '[]')
            from access.team_member m join access.user u on u.account_id = m.account_id and u.id = m.user_id
           where m.account_id = t.account_id and m.team_id = t.id and u.removed_at is null) as members
    from access.team t
    left join access.user l on l.account_id = t.account_id and l.id = t.lead_id and l.removed_at is null
   where t.account_id = $1`

export const list = (ctx: TxContext): Promise<Team[]> =>
  ctx.query<Team>(`${teamSelect} order by t.name_key`, [ctx.account_id])

export const find = (ctx: TxContext, id: string): Promise<Team | undefined> =>
  ctx.queryFirst<Team>(`${teamSelect} and t.id = $2`, [ctx.account_id, id])

export const findCostDefaults = (ctx: TxContext): Promise<CostDefaults | undefined> =>
  ctx.queryFirst<CostDefaults>('select * from access.cost_defaults($1)', [ctx.account_id])

/** Returns the teams for which a user sends, the one of the last send first. */
export const findByUser = (ctx: TxContext, user_id: string): Promise<SendingTeam[]> =>
  ctx.query<SendingTeam>(
    `select ${sendingColumns} from access.team_member m
       join access.team t on t.account_id = m.account_id and t.id = m.team_id
      where m.account_id = $1 and m.user_id = $2 order by m.last_sent_at desc nulls last, t.name_key`,
    [ctx.account_id, user_id],
  )

export const findByIds = (ctx: TxContext, ids: readonly string[]): Promise<SendingTeam[]> =>
  ctx.query<SendingTeam>(
    `select ${sendingColumns} from access.team t where t.account_id = $1 and t.id = any($2)`,
    [ctx.account_id, ids],
  )

/** Remembers for which team a user sends. The statement is not awaited. */
export const markSent = (ctx: TxContext, user_id: string, team_id: string): void =>
  ctx.enqueue(
    `update access.team_member set last_sent_at = $4
      where account_id = $1 and user_id = $2 and team_id = $3`,
    [ctx.account_id, user_id, team_id, ctx.now],
  )

/** Replaces the members of a team. Those who stay keep their last send. Returns how many of the ids are users of the account. */
export const replaceMembers = (
  ctx: TxContext,
  team_id: string,
  user_ids: readonly string[],
): Promise<number> =>
  ctx.queryCount(
    `with wanted as (
       select id from access.user where account_id = $1 and id = any($3) and removed_at is null
     ), removed as (
       delete from access.team_member where account_id = $1 and team_id = $2 and user_id <> all($3)
     ), added as (
       insert into access.team_member (account_id, team_id, user_id) select $1, $2, id from wanted
       on conflict do nothing
     )
     select count(*)::int as count from wanted`,
    [ctx.account_id, team_id, user_ids],
  )
