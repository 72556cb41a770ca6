import { ApiError, type FieldError, problemLimits, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { emailReport } from './problem-emails.ts'
import { type ParsedPhoto, saveDrafts } from './problem-photos.ts'
import * as problemStore from './problem-store.ts'
import {
  type AnswerRow,
  answerContext,
  isProblemKind,
  type ProblemPhoto,
  type ProblemReport,
  type ProblemRow,
  reportContext,
} from './problem-tables.ts'

/**
 * The form of a recipient. The form has its own `id`, so that sending it again does not create a second
 * report.
 */
export interface ProblemInput {
  id: string
  problem: string
  text: string
  photos: readonly ParsedPhoto[]
  /** The photos of an earlier attempt to send this form. */
  draft_ids: readonly string[]
  /** The errors of photos that are not valid. */
  photoErrors: readonly FieldError[]
}

export type ReportOutcome =
  | { kind: 'reported'; isNew: boolean }
  /** The form is invalid, so nothing is reported. The valid photos are saved as drafts. */
  | { kind: 'invalid'; errors: readonly FieldError[]; drafts: readonly ProblemPhoto[] }
  | { kind: 'limited' }

/** The number of reports that a recipient can send about one gift: in an hour, and in total. */
const reportLimits = { perHour: 3, perGift: 10 } as const

const hourMs = 60 * 60 * 1000

/**
 * Stores a report of the recipient, and sends an email to the sender and the admins. The report is not an
 * attention item, because a new kind of item would be a new event for every subscriber. Call this function
 * only for a visitor with a valid recipient proof. Returns undefined if the account has no such gift request.
 */
export async function reportProblem(
  ctx: TxContext,
  gift_request_id: string,
  input: ProblemInput,
): Promise<ReportOutcome | undefined> {
  const gift = await lockGift(ctx, gift_request_id)
  if (gift === undefined) return undefined
  if (!canReport(gift))
    throw new ApiError('invalid_transition', { message: 'The gift is not redeemed yet.' })
  const earlier = await problemStore.listByGift(ctx, gift.id)
  if (earlier.some(({ id }) => id === input.id)) return { kind: 'reported', isNew: false }
  if (isLimited(ctx, earlier)) return { kind: 'limited' }
  const { maxPhotos } = problemLimits
  const drafts = await saveDrafts(ctx, gift.id, input.draft_ids, input.photos)
  const errors = [...validateReport(input), ...input.photoErrors]
  if (drafts.length > maxPhotos)
    errors.push({ code: 'too_many', param: 'photos', message: `must be at most ${maxPhotos}` })
  if (errors.length > 0) {
    const saved = drafts.slice(0, maxPhotos)
    const savedIds = saved.map(({ id }) => id)
    await problemStore.deleteOtherDrafts(ctx, gift.id, savedIds)
    return { kind: 'invalid', errors, drafts: saved }
  }
  return store(ctx, gift, input, drafts)
}

async function store(
  ctx: TxContext,
  gift: Gift,
  { id, problem, text }: ProblemInput,
  photos: readonly ProblemPhoto[],
): Promise<ReportOutcome> {
  if (!isProblemKind(problem)) throw new Error('the kind of the problem is not validated')
  const encrypted_text = ctx.deployment.cipher.encrypt(text.trim(), reportContext(id))
  const row = { id, gift_request_id: gift.id, problem, encrypted_text }
  if (!(await problemStore.insert(ctx, row)))
    throw new ApiError('not_allowed', { message: 'The id belongs to another report.' })
  problemStore.attachPhotos(
    ctx,
    id,
    photos.map((photo) => photo.id),
  )
  await emailReport(ctx, gift, { id, problem, text: text.trim(), photos: photos.length })
  return { kind: 'reported', isNew: true }
}

/** Returns whether the recipient can report a problem: the recipient must have confirmed the gift. */
export const canReport = ({ status, state, line_items }: ReportableGift): boolean =>
  status !== 'submitted' && state !== 'cancelled' && line_items !== null

type ReportableGift = Pick<Gift, 'status' | 'state'> & { line_items: unknown }

function isLimited(ctx: TxContext, earlier: readonly ProblemRow[]): boolean {
  const sinceMs = ctx.now.getTime() - hourMs
  const recent = earlier.filter(({ created_at }) => created_at.getTime() > sinceMs)
  return recent.length >= reportLimits.perHour || earlier.length >= reportLimits.perGift
}

function validateReport({ id, problem, text }: ProblemInput): FieldError[] {
  const errors: FieldError[] = []
  if (!isId(id)) errors.push({ code: 'invalid', param: 'id', message: 'must be a UUID' })
  if (!isProblemKind(problem))
    errors.push({ code: 'required', param: 'problem', message: 'must be one of the problems' })
  if (text.trim() === '')
    errors.push({ code: 'required', param: 'text', message: 'must not be empty' })
  if ([...text].length > problemLimits.maxTextLength)
    errors.push({
      code: 'too_long',
      param: 'text',
      message: `must have at most ${problemLimits.maxTextLength} characters`,
    })
  return errors
}

/** Returns whether the recipient has reported problems. Resolved problems count too. */
export const hasProblems = async (ctx: TxContext, { id }: Pick<Gift, 'id'>): Promise<boolean> =>
  (await problemStore.listByGift(ctx, id)).length > 0

/** Lists the reports of a gift request, oldest first. */
export async function listProblems(
  ctx: TxContext,
  { id }: Pick<Gift, 'id'>,
): Promise<ProblemReport[]> {
  const rows = await problemStore.listByGift(ctx, id)
  if (rows.length === 0) return []
  const photos = await problemStore.listPhotos(ctx, id)
  const answers = await problemStore.listAnswers(
    ctx,
    rows.map((row) => row.id),
  )
  return rows.map(({ encrypted_text, ...row }) => ({
    ...row,
    text: ctx.deployment.cipher.decrypt(encrypted_text, reportContext(row.id)),
    photos: photos
      .filter(({ report_id }) => report_id === row.id)
      .map(({ report_id: _, ...photo }) => photo),
    answers: answers
      .filter(({ report_id }) => report_id === row.id)
      .map((answer) => toAnswer(ctx, answer)),
  }))
}

const toAnswer = (
  { deployment }: TxContext,
  { id, author, encrypted_text, created_at }: AnswerRow,
) => ({
  id,
  author,
  text: deployment.cipher.decrypt(encrypted_text, answerContext(id)),
  created_at,
})

/** Returns the ids of those gift requests that have an unresolved report. */
export const giftsWithProblems = async (
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (await problemStore.findGiftsWithProblems(ctx, ids)).map(
      ({ gift_request_id }) => gift_request_id,
    ),
  )

/** Rejects an answer that is empty or too long. */
export function validateAnswer(text: string): void {
  const { maxAnswerLength } = problemLimits
  if (text.trim() === '')
    throwIfAny([{ code: 'required', param: 'text', message: 'must not be empty' }])
  if ([...text].length > maxAnswerLength)
    throwIfAny([
      {
        code: 'too_long',
        param: 'text',
        message: `must have at most ${maxAnswerLength} characters`,
      },
    ])
}
