import { ApiError } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { clearBounce } from './bounces.ts'
import type { Content, Letter } from './letters.ts'
import { withoutOwnUrl } from './look-up.ts'
import { post } from './post.ts'
import { open } from './seal.ts'
import * as store from './store.ts'

/**
 * Sends a letter once more, to the same address or to another one, which counts as right from now on.
 * A link that proves who its reader is goes to its first address only. Returns the id of the new one; undefined when the account has none by that id, or its content is gone.
 */
export async function resend(
  ctx: TxContext,
  id: string,
  { to: email }: { to?: string } = {},
): Promise<string | undefined> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || row.sealed === null) return undefined
  const { to, facts } = open(ctx.deployment, row.id, row.sealed)
  clearBounce(ctx, email ?? to.email, row.account_id)
  const isSameReader = email === undefined || email.toLowerCase() === to.email.toLowerCase()
  if (!isSameReader && row.kind === 'recipient_link')
    throw new ApiError('not_allowed', { message: onlyOwn })
  const content = { kind: row.kind, facts } as Content
  const letter = {
    ...(isSameReader ? content : withoutOwnUrl(content)),
    account_id: row.account_id,
    to: { ...to, email: email ?? to.email },
    locale: row.locale ?? undefined,
    campaign_id: row.campaign_id,
    ...(row.gift_request_id === null ? {} : { gift_request_id: row.gift_request_id }),
  } as Letter
  return post(ctx, letter)
}

const onlyOwn =
  'This email holds a link to the recipient’s postal address, so it can go to no other address.'
