import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type DailyQuota, findDailyQuota } from './permissions.ts'
import * as store from './store.ts'

/*
 * Confirmations: an agent that changes something outside the service needs two calls. The first call, the
 * preview, returns a code. The second call passes the same arguments and the code.
 *
 * The code contains an id, an expiry and a digest of each part of the preview. It is encrypted for the
 * account, the agent, the action and the arguments. So the code is valid once, for a few minutes, only with
 * exactly these arguments, and only if the action does exactly what the preview showed.
 */

/** The action that a code confirms. */
export interface Confirmable {
  /** The id of the API token, or of the consent that an access token belongs to. */
  agent_id: string
  action: string
  /** The arguments of the preview: any JSON value. */
  input: unknown
}

/** The parts of a preview by name, such as the recipients, the message and the items. */
export type PreviewParts = Readonly<Record<string, unknown>>

export interface Confirmation {
  confirmation_code: string
  expires_at: Date
}

const lifetimeMs = 5 * 60 * 1000

interface CodeContent {
  id: string
  expires_at: string
  digest: string
  /** Short digests of the parts of the preview. They only show which parts differ. */
  parts: Record<string, string>
}

/**
 * Creates the code that confirms an action.
 *
 * @param now the real time, even if the account's test clock is ahead
 */
export function createConfirmation(
  ctx: TxContext,
  { parts, ...confirmable }: Confirmable & { parts: PreviewParts },
  now: Date,
): Confirmation {
  const expires_at = new Date(now.getTime() + lifetimeMs)
  const content: CodeContent = {
    id: randomUUID(),
    expires_at: expires_at.toISOString(),
    digest: digestOf(parts),
    parts: shortDigests(parts),
  }
  const encrypted = ctx.deployment.cipher.encrypt(
    JSON.stringify(content),
    encryptionContext(ctx, confirmable),
  )
  return { confirmation_code: encrypted.toString('base64url'), expires_at }
}

/**
 * The error of an action that would no longer do what the preview showed. The caller must roll the
 * transaction back.
 */
export class PreviewChangedError extends ApiError {
  constructor(changed: readonly string[]) {
    super('not_allowed', {
      status: 409,
      message: `Changed since the preview: ${changed.join(', ')}. Nothing was done. Show the user the new preview, and confirm it with its code if they agree.`,
    })
  }
}

/**
 * Consumes a code in this transaction and runs `execute`. This function returns the affected gift requests
 * and the current parts of the preview. `sends` is the number of new gifts.
 *
 * @throws ApiError if the code is for other arguments, expired or used, if the agent has no permission, or if
 *   `sends` exceeds the daily quota; PreviewChangedError if a part of the preview differs
 */
export async function confirm<Done extends { gift_request_ids: readonly string[] }>(
  ctx: TxContext,
  { code, sends, now, ...confirmable }: Confirmable & { code: string; sends: number; now: Date },
  execute: () => Promise<Done & { parts: PreviewParts }>,
): Promise<Done> {
  const content = decryptCode(ctx, confirmable, code)
  await store.lockConfirmations(ctx)
  const used = await store.findUsedConfirmation(ctx, content.id)
  if (used !== undefined) throw confirmationError(`${describeUse(used)} This call did nothing.`)
  if (now.getTime() >= Date.parse(content.expires_at))
    throw confirmationError(
      'This confirmation code has expired. Preview again, and confirm within five minutes.',
    )
  const quota = await findDailyQuota(ctx, confirmable.agent_id, now)
  if (quota === undefined) throw new ApiError('forbidden', { message: agentForbiddenMessage })
  if (sends > quota.left)
    throw new ApiError('forbidden', { message: quotaExceededMessage(quota, sends) })
  const done = await execute()
  assertAsPreviewed(content, done.parts)
  await store.insertUsedConfirmation(ctx, {
    id: content.id,
    token_id: confirmable.agent_id,
    action: confirmable.action,
    sent: sends,
    gift_request_ids: done.gift_request_ids,
    used_at: now,
  })
  return done
}

function assertAsPreviewed(content: CodeContent, parts: PreviewParts): void {
  if (content.digest === digestOf(parts)) return
  const now = shortDigests(parts)
  const names = [...new Set([...Object.keys(content.parts), ...Object.keys(now)])]
  throw new PreviewChangedError(names.filter((name) => content.parts[name] !== now[name]))
}

export const agentForbiddenMessage =
  'This agent may look, but not send, change or cancel gifts. For an app that signed in, an admin can allow it under Connected apps; for an API token, the operator can: bestow tokens mcp-send --id ID.'

const quotaExceededMessage = ({ daily_cap, sent, left }: DailyQuota, sends: number) =>
  `This agent may send ${daily_cap} gifts in 24 hours. Agents of this account have sent ${sent}, so ${left} are left; this call would send ${sends}.`

const describeUse = ({ used_at, gift_request_ids }: store.UsedConfirmation) =>
  `This confirmation code was used at ${used_at.toISOString()}, for ${gift_request_ids.join(', ')}.`

const confirmationError = (message: string) => new ApiError('not_allowed', { message, status: 409 })

function decryptCode(ctx: TxContext, confirmable: Confirmable, code: string): CodeContent {
  try {
    const encrypted = Buffer.from(code, 'base64url')
    return JSON.parse(ctx.deployment.cipher.decrypt(encrypted, encryptionContext(ctx, confirmable)))
  } catch {
    throw confirmationError(
      'This confirmation code is for different content. Preview again, show the preview to the user, and confirm the same content.',
    )
  }
}

const encryptionContext = (
  { account_id }: TxContext,
  { agent_id, action, input }: Confirmable,
): string => `agent confirmation ${account_id} ${agent_id} ${action} ${digestOf(input)}`

const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url')

const shortDigests = (parts: PreviewParts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, digestOf(part ?? null).slice(0, 6)]),
  )

/** Serializes JSON with sorted keys, so that the order of the properties does not matter. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
