import * as accounts from '#accounts'
import { ApiError, throwIfAny } from '#contract'
import * as mail from '#email'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import * as commentStore from './comment-store.ts'

/** A comment of a member on a gift request. Recipients do not see it, but an export of their data contains it. */
export interface GiftComment {
  id: string
  author: { id: string; name: string }
  text: string
  created_at: Date
}

interface NewComment {
  text: string
  /** The ids of the members who get an email. */
  mentions: readonly string[]
}

const maxComments = 200
const maxLength = 2_000

export const commentContext = (id: string): string => `gifting.gift_comment.encrypted_text ${id}`

/** Returns the comments on a gift request, oldest first. */
export async function listComments(
  ctx: TxContext,
  gift_request_id: string,
): Promise<GiftComment[]> {
  const rows = await commentStore.list(ctx, gift_request_id, maxComments)
  return rows.map(({ id, author_id, author_name, encrypted_text, created_at }) => ({
    id,
    author: { id: author_id, name: author_name },
    text: ctx.deployment.cipher.decrypt(encrypted_text, commentContext(id)),
    created_at,
  }))
}

/** Returns whether a member sees comments. A comment can name an address, so it needs the permission for addresses. */
const seesComments = (member: Pick<accounts.Member, 'permissions'>): boolean =>
  accounts.can(member, 'gift_requests:read') && !accounts.hidesAddresses(member)

/** Returns the active members who see comments, in the order in which they joined. */
export const listMentionable = async (ctx: TxContext): Promise<accounts.Member[]> =>
  (await accounts.listMembers(ctx)).filter(seesComments)

/**
 * Adds a comment, and sends each mentioned member one email. Returns undefined if the account has no such gift request.
 *
 * @throws ApiError when the text is invalid, a mentioned person does not see comments, or the gift request takes no more
 */
export async function addComment(
  ctx: TxContext,
  gift_request_id: string,
  author: { id: string; name: string },
  { text: raw, mentions }: NewComment,
): Promise<
  { gift: Gift; comment: GiftComment; mentioned: readonly accounts.Member[] } | undefined
> {
  const text = normalizeText(raw)
  const mentioned = await findMentioned(ctx, mentions)
  const gift = isId(gift_request_id) ? await lockGift(ctx, gift_request_id) : undefined
  if (gift === undefined) return undefined
  await assertOpen(ctx, gift)
  const comment = { id: newId(ctx.now), author, text, created_at: ctx.now }
  commentStore.insert(ctx, gift.id, {
    ...{ id: comment.id, author_id: author.id, author_name: author.name },
    encrypted_text: ctx.deployment.cipher.encrypt(text, commentContext(comment.id)),
    created_at: comment.created_at,
  })
  emailMentioned(
    ctx,
    gift,
    comment,
    mentioned.filter(({ id }) => id !== author.id),
  )
  return { gift, comment, mentioned }
}

/** Deletes a comment: an author's own, or any without an author. Returns who wrote it. */
export const deleteComment = async (
  ctx: TxContext,
  gift_request_id: string,
  id: string,
  author_id?: string,
): Promise<{ author_name: string } | undefined> =>
  isId(gift_request_id) && isId(id)
    ? commentStore.remove(ctx, gift_request_id, id, author_id)
    : undefined

/** Returns the text in NFC, with line breaks as `\n`. Lengths are in characters, not in UTF-16 units. */
function normalizeText(raw: string): string {
  const text = raw.normalize('NFC').replaceAll('\r\n', '\n').trim()
  if (text === '') throwIfAny([{ code: 'required', param: 'text', message: 'must not be empty' }])
  if ([...text].length > maxLength)
    throwIfAny([
      { code: 'too_long', param: 'text', message: `must have at most ${maxLength} characters` },
    ])
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(text))
    throwIfAny([
      { code: 'invalid', param: 'text', message: 'must be plain text without control characters' },
    ])
  return text
}

async function findMentioned(
  ctx: TxContext,
  mentions: readonly string[],
): Promise<accounts.Member[]> {
  if (mentions.length === 0) return []
  const members = await accounts.listAllMembers(ctx)
  const mentioned = members.filter(({ id }) => mentions.includes(id))
  throwIfAny([
    ...[...new Set(mentions)]
      .filter((id) => !members.some((member) => member.id === id))
      .map((id) => ({
        code: 'invalid' as const,
        param: 'mentions',
        message: `must be ids of members of this account, not ${id}`,
      })),
    ...mentioned
      .filter((member) => member.suspended_at !== null || !seesComments(member))
      .map(({ name }) => ({
        code: 'invalid' as const,
        param: 'mentions',
        message: `must not have ${name}, who cannot see comments on gifts; remove the mention`,
      })),
  ])
  return mentioned
}

async function assertOpen(ctx: TxContext, gift: Gift): Promise<void> {
  const limits = await commentStore.readLimits(ctx, gift.id)
  if (limits?.is_purged)
    throw new ApiError('not_allowed', {
      message: 'The personal data of this gift was deleted, so it takes no comments.',
    })
  if ((limits?.comments ?? 0) >= maxComments)
    throw new ApiError('not_allowed', {
      message: `A gift can have at most ${maxComments} comments. Delete one that is no longer needed.`,
    })
}

/** Enqueues the emails with the gift, so that an erasure of the gift erases them too. */
function emailMentioned(
  ctx: TxContext,
  gift: Gift,
  { id, author, text }: GiftComment,
  members: readonly accounts.Member[],
): void {
  const recipient = `${gift.first_name} ${gift.last_name}`.trim()
  mail.enqueueAll(
    ctx,
    members.map((member) => ({
      kind: 'gift_comment',
      account_id: ctx.account_id,
      to: { name: member.name, email: member.email },
      gift_request_id: gift.id,
      campaign_id: gift.campaign_id,
      data: {
        ...{ author: author.name, text, reference: gift.reference },
        gift: recipient === '' ? gift.reference : `${recipient} (${gift.reference})`,
        web_url: accounts.pageUrl(ctx, `/gift-requests/${gift.id}`),
      },
      dedup_key: `gift_comment ${id} ${member.id}`,
    })),
  )
}
