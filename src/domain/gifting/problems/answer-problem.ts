import { ApiError } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { emailAnswer } from './problem-emails.ts'
import { listProblems, validateAnswer } from './problem-reports.ts'
import * as problemStore from './problem-store.ts'
import { answerContext, type ProblemReport, type ProblemResolution } from './problem-tables.ts'

/** At most this many answers to one report. */
const maxAnswers = 50

interface LockedReport {
  gift: Gift
  report: ProblemReport
}

/** Locks the gift request, and returns it with its report; undefined if the account has no such report. */
async function lockReport(
  ctx: TxContext,
  gift_request_id: string,
  report_id: string,
): Promise<LockedReport | undefined> {
  if (!isId(report_id)) return undefined
  const gift = await lockGift(ctx, gift_request_id)
  if (gift === undefined) return undefined
  const report = (await listProblems(ctx, gift)).find(({ id }) => id === report_id)
  return report && { gift, report }
}

/**
 * Emails an answer to the recipient, and stores it. Throws `invalid_transition` for a resolved report and for a gift without
 * an email address. Returns undefined if the account has no such report.
 */
export async function answerProblem(
  ctx: TxContext,
  gift_request_id: string,
  report_id: string,
  { text, author }: { text: string; author: string },
): Promise<Gift | undefined> {
  validateAnswer(text)
  const locked = await lockReport(ctx, gift_request_id, report_id)
  if (locked === undefined) return undefined
  const { gift, report } = locked
  if (report.state === 'resolved') throw invalidStateError(gift, 'the report is resolved')
  if (gift.email === '') throw invalidStateError(gift, 'its recipient has no email address')
  if (report.answers.length >= maxAnswers)
    throw new ApiError('not_allowed', {
      message: `A report can have at most ${maxAnswers} answers.`,
    })
  const id = newId(ctx.now)
  const encrypted_text = ctx.deployment.cipher.encrypt(text.trim(), answerContext(id))
  problemStore.insertAnswer(ctx, { id, report_id, author, encrypted_text })
  problemStore.markAnswered(ctx, report_id)
  emailAnswer(ctx, gift, { id, text: text.trim() })
  return gift
}

/**
 * Resolves a report. A resolved report does not change. Returns undefined if the account has no such report.
 */
export async function resolveProblem(
  ctx: TxContext,
  gift_request_id: string,
  report_id: string,
  resolution: ProblemResolution,
): Promise<{ gift: Gift; report: ProblemReport; isNew: boolean } | undefined> {
  const locked = await lockReport(ctx, gift_request_id, report_id)
  if (locked === undefined) return undefined
  const { gift, report } = locked
  if (report.state === 'resolved') return { gift, report, isNew: false }
  problemStore.resolve(ctx, report_id, resolution)
  const resolved_at = new Date(Math.max(ctx.now.getTime(), report.created_at.getTime()))
  return {
    gift,
    report: { ...report, state: 'resolved', resolution, resolved_at, updated_at: resolved_at },
    isNew: true,
  }
}
