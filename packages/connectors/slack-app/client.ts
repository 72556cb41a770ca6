import { ChatAppFailure } from '#chat-apps'
import {
  type GuardedResponse,
  type OutboundRules,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { member, textOf } from '#platform/http-client/json-request'

/*
 * The Web API of Slack. @slack/web-api is not used: its retries and its waits for rate limits stand beside those of the outbox,
 * and a request is a POST with a token.
 */

export interface SlackOptions {
  /** The origin of the API. */
  url: string
  app_token: string
  bot_token: string
  /** Whether occasions are posted, `on` or `off`, and the channel for them. */
  celebrations: string
  channel: string
  outbound: OutboundRules
  timeoutMs?: number
}

const maxResponseBytes = 1_000_000
const maxRetryAfterSeconds = 3_600

/** Errors that say that a later attempt fails too. */
const finalErrors: ReadonlySet<string> = new Set([
  'users_not_found',
  'user_not_found',
  'user_disabled',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'msg_too_long',
  'invalid_blocks',
  'expired_trigger_id',
  'exchanged_trigger_id',
  'trigger_expired',
  'trigger_exchanged',
])

/** The errors that an admin of the account must know, in words that name the remedy. */
const explanations: Readonly<Record<string, string>> = {
  invalid_auth: 'invalid_auth: Slack does not know a token. Enter both tokens of the app again.',
  token_revoked: 'token_revoked: install the app in the workspace again, and enter the new token.',
  account_inactive: 'account_inactive: the app was removed from the workspace. Install it again.',
  not_allowed_token_type: 'not_allowed_token_type: the tokens are in the wrong fields.',
  missing_scope: 'missing_scope: the token lacks a scope. Compare the app with the manifest.',
}

/**
 * Calls a method, and returns the response. Slack answers errors with status 200. Methods that read take no JSON: without a body,
 * the request is a GET, and `method` has its query.
 *
 * @throws ChatAppFailure
 */
export async function call(
  { url, bot_token, outbound, timeoutMs = 10_000 }: SlackOptions,
  method: string,
  body: object | undefined,
  token = bot_token,
): Promise<unknown> {
  const [name = method] = method.split('?')
  let response: GuardedResponse
  try {
    response = await sendGuardedRequest(`${url}/api/${method}`, {
      ...outbound,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      timeoutMs,
      maxBytes: maxResponseBytes,
    })
  } catch (error) {
    throw new ChatAppFailure(`${name}: ${error instanceof Error ? error.message : 'failed'}`)
  }
  return readResponse(name, response)
}

function readResponse(method: string, { status, headers, body }: GuardedResponse): unknown {
  if (status === 429) {
    const seconds = Number(headers['retry-after'])
    const isUsable = Number.isFinite(seconds) && seconds > 0
    const retryAfterMs = Math.min(isUsable ? seconds : 30, maxRetryAfterSeconds) * 1_000
    throw new ChatAppFailure(`${method}: Slack allows no request now`, { retryAfterMs })
  }
  if (status !== 200) throw new ChatAppFailure(`${method}: http_${status}`)
  const content = parse(body)
  if (member(content, 'ok') === true) return content
  const code = textOf(member(content, 'error'), 100) ?? 'an answer that is no JSON of Slack'
  const isFinal = finalErrors.has(code)
  throw new ChatAppFailure(`${method}: ${explanations[code] ?? code}`, {
    isFinal,
    isLocal: isFinal,
  })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
