import type { TxContext } from '#platform/postgres/database'
import type { Approval } from './tables.ts'

const selectApproval = `select a.id, a.state, a.encrypted_content, a.gifts, a.submitted_at, a.expires_at, a.ended_at, a.first_approved_by,
    a.first_approved_by_name, a.decided_by, a.decided_by_name, a.reason, a.due_at, s.name, s.sender_id, s.sender_name, s.cancelled_at
  from gifting.send_approval a join gifting.bulk_send s on s.account_id = a.account_id and s.id = a.id`

/** Inserts an approval of a bulk send whose rows are saved next. The statement is not awaited. */
export const insert = (ctx: TxContext, id: string, encrypted_content: Buffer): void =>
  ctx.enqueue(
    `insert into gifting.send_approval (account_id, id, state, encrypted_content, gifts, created_at)
     values ($1, $2, 'preparing', $3, 0, $4)`,
    [ctx.account_id, id, encrypted_content, ctx.real_now],
  )

export const find = (ctx: TxContext, id: string): Promise<Approval | undefined> =>
  ctx.queryFirst<Approval>(`${selectApproval} where a.account_id = $1 and a.id = $2`, [
    ctx.account_id,
    id,
  ])

/** Locks an approval. Concurrent decisions wait for each other. */
export const findForUpdate = (ctx: TxContext, id: string): Promise<Approval | undefined> =>
  ctx.queryFirst<Approval>(
    `${selectApproval} where a.account_id = $1 and a.id = $2 for update of a`,
    [ctx.account_id, id],
  )

/** Locks an approval that is due, unless another process has locked it. */
export const lockDue = (ctx: TxContext, id: string): Promise<Approval | undefined> =>
  ctx.queryFirst<Approval>(
    `${selectApproval} where a.account_id = $1 and a.id = $2 and a.due_at <= $3 for update of a skip locked`,
    [ctx.account_id, id, ctx.real_now],
  )

/** Writes the state of a locked approval. The statement is not awaited. */
export const update = (ctx: TxContext, approval: Approval): void =>
  ctx.enqueue(
    `update gifting.send_approval
        set state = $3, encrypted_content = $4, gifts = $5, submitted_at = $6, expires_at = $7, ended_at = $8,
            decided_by = $9, decided_by_name = $10, reason = $11, due_at = $12, first_approved_by = $13,
            first_approved_by_name = $14
      where account_id = $1 and id = $2`,
    [
      ...[ctx.account_id, approval.id, approval.state, approval.encrypted_content, approval.gifts],
      ...[approval.submitted_at, approval.expires_at, approval.ended_at],
      ...[approval.decided_by, approval.decided_by_name, approval.reason, approval.due_at],
      ...[approval.first_approved_by, approval.first_approved_by_name],
    ],
  )

/** Starts the undo window of an approved bulk send. The statement is not awaited. */
export const setUndoUntil = (ctx: TxContext, id: string, undo_until: Date): void =>
  ctx.enqueue('update gifting.bulk_send set undo_until = $3 where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
    undo_until,
  ])

/** Counts the sends that await an approval which this user may give, and that are of another user. */
export const countAwaitingOf = (
  ctx: TxContext,
  user_id: string,
  canConfirm: boolean,
): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count
       from gifting.send_approval a join gifting.bulk_send s on s.account_id = a.account_id and s.id = a.id
      where a.account_id = $1 and a.state = 'awaiting' and s.sender_id <> $2
        and (a.first_approved_by is null or ($3 and a.first_approved_by <> $2))`,
    [ctx.account_id, user_id, canConfirm],
  )

/** Counts the sends of a user that await an approval. */
export const countWaiting = (ctx: TxContext, sender_id: string): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count
       from gifting.send_approval a join gifting.bulk_send s on s.account_id = a.account_id and s.id = a.id
      where a.account_id = $1 and a.state = 'awaiting' and s.sender_id = $2`,
    [ctx.account_id, sender_id],
  )

/** Deletes the content of ended approvals and their rows, of any account. Returns how many approvals. */
export async function deleteContentBefore(ctx: TxContext, before: Date): Promise<number> {
  const ended = await ctx.query<{ account_id: string; id: string }>(
    `update gifting.send_approval set encrypted_content = null
      where ctid = any (array(
        select ctid from gifting.send_approval
         where encrypted_content is not null and due_at is null and created_at < $1
           and coalesce(ended_at, created_at) < $1
         limit 10 for update skip locked))
      returning account_id, id`,
    [before],
  )
  await ctx.query(
    `delete from gifting.send_approval_row r using unnest($1::uuid[], $2::uuid[]) as e (account_id, id)
      where r.account_id = e.account_id and r.bulk_send_id = e.id`,
    [ended.map(({ account_id }) => account_id), ended.map(({ id }) => id)],
  )
  return ended.length
}
