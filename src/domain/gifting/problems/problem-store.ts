import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import type { AnswerRow, ProblemPhoto, ProblemResolution, ProblemRow } from './problem-tables.ts'

const columns =
  'id, gift_request_id, problem, state, encrypted_text, created_at, updated_at, resolved_at, resolution'

/** Lists the reports of a gift request, oldest first. */
export const listByGift = (ctx: TxContext, gift_request_id: string): Promise<ProblemRow[]> =>
  ctx.query<ProblemRow>(
    `select ${columns} from gifting.problem_report where account_id = $1 and gift_request_id = $2 order by id`,
    [ctx.account_id, gift_request_id],
  )

/** Inserts a report. Returns false if the account already has a report with this id. */
export const insert = (
  ctx: TxContext,
  row: Pick<ProblemRow, 'id' | 'gift_request_id' | 'problem' | 'encrypted_text'>,
): Promise<boolean> =>
  ctx.hasRows(
    `insert into gifting.problem_report (account_id, id, gift_request_id, problem, state, encrypted_text, created_at, updated_at)
     values ($1, $2, $3, $4, 'open', $5, $6, $6) on conflict (account_id, id) do nothing returning true`,
    [ctx.account_id, row.id, row.gift_request_id, row.problem, row.encrypted_text, ctx.now],
  )

/** Marks an open report as answered. The function does not wait for the statement. */
export const markAnswered = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    `update gifting.problem_report set state = 'answered', updated_at = greatest(updated_at, $3)
      where account_id = $1 and id = $2 and state <> 'resolved'`,
    [ctx.account_id, id, ctx.now],
  )

/** Marks a report as resolved. The function does not wait for the statement. */
export const resolve = (ctx: TxContext, id: string, resolution: ProblemResolution): void =>
  ctx.enqueue(
    `update gifting.problem_report
        set state = 'resolved', resolution = $3, resolved_at = greatest($4, created_at), updated_at = greatest(updated_at, $4)
      where account_id = $1 and id = $2 and state <> 'resolved'`,
    [ctx.account_id, id, resolution, ctx.now],
  )

export const insertAnswer = (ctx: TxContext, answer: Omit<AnswerRow, 'created_at'>): void =>
  ctx.enqueue(
    `insert into gifting.problem_answer (account_id, id, report_id, author, encrypted_text, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [ctx.account_id, answer.id, answer.report_id, answer.author, answer.encrypted_text, ctx.now],
  )

export const listAnswers = async (
  ctx: TxContext,
  reportIds: readonly string[],
): Promise<AnswerRow[]> =>
  reportIds.length === 0
    ? []
    : ctx.query<AnswerRow>(
        `select id, report_id, author, encrypted_text, created_at from gifting.problem_answer
          where account_id = $1 and report_id = any ($2) order by id`,
        [ctx.account_id, reportIds],
      )

type PhotoRow = ProblemPhoto & { report_id: string | null }

/**
 * Lists the photos of a gift request and their drafts, without their content, in the order of their upload.
 */
export const listPhotos = (ctx: TxContext, gift_request_id: string): Promise<PhotoRow[]> =>
  ctx.query<PhotoRow>(
    `select id, report_id, content_type, size, width, height from gifting.problem_photo
      where account_id = $1 and gift_request_id = $2 order by id`,
    [ctx.account_id, gift_request_id],
  )

export const insertPhoto = (
  ctx: TxContext,
  photo: ProblemPhoto & { gift_request_id: string; encrypted_content: Buffer },
): Promise<unknown> =>
  ctx.query(
    `insert into gifting.problem_photo (account_id, id, gift_request_id, content_type, size, width, height,
       encrypted_content, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ctx.account_id,
      photo.id,
      photo.gift_request_id,
      photo.content_type,
      photo.size,
      photo.width,
      photo.height,
      photo.encrypted_content,
      ctx.now,
    ],
  )

/** Finds the encrypted photo of a report. Does not find drafts. */
export const findPhoto = (
  ctx: TxContext,
  gift_request_id: string,
  id: string,
): Promise<{ content_type: string; encrypted_content: Buffer } | undefined> =>
  ctx.queryFirst<{ content_type: string; encrypted_content: Buffer }>(
    `select content_type, encrypted_content from gifting.problem_photo
      where account_id = $1 and gift_request_id = $2 and id = $3 and report_id is not null`,
    [ctx.account_id, gift_request_id, id],
  )

/** Adds drafts to a report. The function does not wait for the statement. */
export const attachPhotos = (ctx: TxContext, report_id: string, ids: readonly string[]): void =>
  ctx.enqueue(
    `update gifting.problem_photo set report_id = $2
      where account_id = $1 and id = any ($3) and report_id is null`,
    [ctx.account_id, report_id, ids],
  )

/** Deletes the drafts of a gift request, except those with the given ids. */
export const deleteOtherDrafts = (
  ctx: TxContext,
  gift_request_id: string,
  ids: readonly string[],
): Promise<unknown> =>
  ctx.query(
    `delete from gifting.problem_photo
      where account_id = $1 and gift_request_id = $2 and report_id is null and id <> all ($3)`,
    [ctx.account_id, gift_request_id, ids],
  )

/** Deletes the drafts of all accounts from before a time. Returns the number of deleted drafts. */
export const deleteDraftsBefore = (ctx: TxContext, before: Date): Promise<number> =>
  deleteSome(ctx, 'gifting.problem_photo', 100, 'report_id is null and created_at < $1', [before])

/** Finds those gift requests that have an unresolved report. */
export const findGiftsWithProblems = async (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ gift_request_id: string }[]> =>
  ids.length === 0
    ? []
    : ctx.query(
        `select distinct gift_request_id from gifting.problem_report
          where account_id = $1 and gift_request_id = any ($2) and state <> 'resolved'`,
        [ctx.account_id, ids],
      )

/**
 * Deletes the reports, answers and photos of gift requests. The function does not wait for the statements.
 */
export function erase(ctx: TxContext, ids: readonly string[]): void {
  ctx.enqueue(
    'delete from gifting.problem_photo where account_id = $1 and gift_request_id = any ($2)',
    [ctx.account_id, ids],
  )
  ctx.enqueue(
    'delete from gifting.problem_report where account_id = $1 and gift_request_id = any ($2)',
    [ctx.account_id, ids],
  )
}
