import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { redemptionUrl } from '../lifecycle/link.ts'
import { chosenGiftData, emailBase } from '../lifecycle/recipient-emails.ts'
import type { Gift } from '../lifecycle/tables.ts'
import type { ProblemKind } from './problem-tables.ts'

interface ReportedProblem {
  id: string
  problem: ProblemKind
  text: string
  photos: number
}

/** Emails the sender and the admins of the account about a report; once for each report. */
export async function emailReport(
  ctx: TxContext,
  gift: Gift,
  { id, problem, text, photos }: ReportedProblem,
): Promise<void> {
  const data = {
    recipient: `${gift.first_name} ${gift.last_name}`.trim() || gift.email || gift.reference,
    reference: gift.reference,
    web_url: `${ctx.deployment.origin}/gift-requests/${gift.id}`,
    problem,
    text,
    photos,
  }
  mail.enqueue(ctx, {
    account_id: gift.account_id,
    to: { name: gift.sender_name, email: gift.sender_email },
    gift_request_id: gift.id,
    campaign_id: gift.campaign_id,
    kind: 'problem_report',
    data,
    dedup_key: `problem_report ${id}`,
  })
  await mail.enqueueForAdmins(ctx, { kind: 'problem_report', data }, gift.sender_email)
}

/** Emails an answer of the sender to the recipient. */
export function emailAnswer(
  ctx: TxContext,
  gift: Gift,
  { id, text }: { id: string; text: string },
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'problem_answer',
    data: { ...chosenGiftData(ctx, gift, url), text },
    dedup_key: `problem_answer ${id}`,
  })
}
